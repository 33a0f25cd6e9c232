import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { travelCart } from '@/domain/catalog/travel-item-schema'
import { changeQuantity, mergeCart, quantityOf } from '@/domain/catalog/travel-items'

const cart = [
  { item_id: 1, quantity: 2 },
  { item_id: 2, quantity: 1 },
]
const otherLine = { item_id: 2, quantity: 1 }

describe('the travel cart', () => {
  it.each([
    ['sets a quantity in its place', 1, 5, [{ item_id: 1, quantity: 5 }, otherLine]],
    ['adds a new item at the end', 3, 1, [...cart, { item_id: 3, quantity: 1 }]],
    ['removes an item at 0', 1, 0, [otherLine]],
    ['removes an item below 0', 1, -3, [otherLine]],
    ['stops at ten of one item', 1, 11, [{ item_id: 1, quantity: 10 }, otherLine]],
    ['is unchanged when a missing item is removed', 9, 0, cart],
  ])('%s', (_, item, quantity, expected) => {
    expect(changeQuantity(cart, item, quantity)).toEqual(expected)
  })

  it('can be stored after any changes', () => {
    const press = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: -20, max: 20 }))
    fc.assert(
      fc.property(fc.array(press), presses => {
        const finalCart = presses.reduce(
          (current, [item, quantity]) => changeQuantity(current, item, quantity),
          cart,
        )
        expect(travelCart.safeParse(finalCart).success).toBe(true)
        expect(new Set(finalCart.map(line => line.item_id)).size).toBe(finalCart.length)
        expect(finalCart.every(line => line.quantity > 0)).toBe(true)
      }),
    )
  })

  it.each([
    [1, 2],
    [9, 0],
  ])('has item %i in the quantity %i', (item, quantity) => {
    expect(quantityOf(cart, item)).toBe(quantity)
  })

  it.each([
    ['adds up an item that is listed twice', [3, 4], [7]],
    ['stops at ten of an item that is listed twice', [6, 6], [10]],
    ['drops lines with quantity 0', [0, 0], []],
    ['keeps an item that is listed once', [2], [2]],
  ])('%s', (_, quantities, expected) => {
    const buildLine = (quantity: number) => ({ item_id: 1, quantity })
    expect(mergeCart([...quantities.map(buildLine), otherLine])).toEqual([
      ...expected.map(buildLine),
      otherLine,
    ])
  })

  it.each([[-1], [11], [1.5], ['3'], [null]])('does not accept a quantity of %s', quantity => {
    expect(travelCart.safeParse([{ item_id: 1, quantity }]).success).toBe(false)
  })
})
