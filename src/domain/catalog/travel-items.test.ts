import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeQuantity, mergedCart, quantityOf, travelCart } from '@/domain/catalog/travel-items'

const cart = [
  { item_id: 1, quantity: 2 },
  { item_id: 2, quantity: 1 },
]
const other = { item_id: 2, quantity: 1 }

describe('the travel cart', () => {
  it.each([
    ['sets a quantity in its place', 1, 5, [{ item_id: 1, quantity: 5 }, other]],
    ['adds what was not in it at the end', 3, 1, [...cart, { item_id: 3, quantity: 1 }]],
    ['drops an item at 0', 1, 0, [other]],
    ['drops an item below 0', 1, -3, [other]],
    ['stops at ten of one item', 1, 11, [{ item_id: 1, quantity: 10 }, other]],
    ['is unchanged when what it lacks is removed', 9, 0, cart],
  ])('%s', (_, item, quantity, expected) => {
    expect(changeQuantity(cart, item, quantity)).toEqual(expected)
  })

  it('can always be stored, whatever was pressed', () => {
    const press = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: -20, max: 20 }))
    fc.assert(
      fc.property(fc.array(press), presses => {
        const end = presses.reduce(
          (now, [item, quantity]) => changeQuantity(now, item, quantity),
          cart,
        )
        expect(travelCart.safeParse(end).success).toBe(true)
        expect(new Set(end.map(line => line.item_id)).size).toBe(end.length)
        expect(end.every(line => line.quantity > 0)).toBe(true)
      }),
    )
  })

  it.each([
    [1, 2],
    [9, 0],
  ])('says how many of item %i there are: %i', (item, quantity) => {
    expect(quantityOf(cart, item)).toBe(quantity)
  })

  it.each([
    ['adds up what is in it twice', [3, 4], [7]],
    ['stops at ten of what is in it twice', [6, 6], [10]],
    ['drops what there is none of', [0, 0], []],
    ['keeps what is there once', [2], [2]],
  ])('%s', (_, quantities, kept) => {
    const line = (quantity: number) => ({ item_id: 1, quantity })
    expect(mergedCart([...quantities.map(line), other])).toEqual([...kept.map(line), other])
  })

  it.each([[-1], [11], [1.5], ['3'], [null]])('does not take a quantity of %s', quantity => {
    expect(travelCart.safeParse([{ item_id: 1, quantity }]).success).toBe(false)
  })
})
