import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Coupon, type Discountable, discountOn } from '@/domain/pricing/coupon'

const order: Discountable = {
  plan: { id: 42, price: 6900 },
  urgent: 2500,
  travel: [
    { item_id: 1, total: 1000 },
    { item_id: 2, total: 3000 },
  ],
  toMinor: major => Math.round(major * 100),
}

const coupon = (terms: Partial<Coupon>): Coupon => ({
  id: 1,
  name: 'TEST',
  discount_type: 'percentage',
  amount: 10,
  products: [],
  travel_products: [],
  free_shipping: false,
  ...terms,
})

describe('a coupon takes off', () => {
  it.each<[string, Partial<Coupon> | null, number]>([
    ['nothing without a coupon', null, 0],
    ['10 % of any plan', { amount: 10 }, 690],
    ['10 % of the plan it names', { products: [42] }, 690],
    ['nothing of a plan it does not name', { products: [40, 41] }, 0],
    ['10 % of plan and the travel item it names', { travel_products: [2] }, 690 + 300],
    ['only the travel item, for another plan', { products: [40], travel_products: [1] }, 100],
    ['the whole plan at 100 %', { amount: 100 }, 6900],
    ['no more than the plan above 100 %', { amount: 250 }, 6900],
    ['nothing below 0 %', { amount: -10 }, 0],
    ['a fixed amount of the plan', { discount_type: 'fixed', amount: 15 }, 1500],
    ['no more than the plan, fixed', { discount_type: 'fixed', amount: 500 }, 6900],
    [
      'a fixed amount of what it names alone',
      { discount_type: 'fixed', amount: 500, products: [40], travel_products: [1] },
      1000,
    ],
    ['nothing fixed below 0', { discount_type: 'fixed', amount: -5 }, 0],
    ['a fixed amount of the cart', { discount_type: 'fixed_cart', amount: 50 }, 5000],
    [
      'no more than plan, urgent and travel together',
      { discount_type: 'fixed_cart', amount: 9_999 },
      6900 + 2500 + 4000,
    ],
    ['nothing when it only frees shipping', { amount: 0, free_shipping: true }, 0],
  ])('%s', (_, terms, expected) => {
    expect(discountOn(order, terms && coupon(terms))).toBe(expected)
  })

  it('never less than nothing nor more than what it applies to, whatever its terms', () => {
    const anyCoupon = fc.record({
      id: fc.constant(1),
      name: fc.constant('ANY'),
      discount_type: fc.constantFrom('percentage', 'fixed', 'fixed_cart'),
      amount: fc.double({ min: -1_000, max: 1_000_000, noNaN: true }),
      products: fc.subarray([40, 41, 42]),
      travel_products: fc.subarray([1, 2, 3]),
      free_shipping: fc.boolean(),
    })
    fc.assert(
      fc.property(anyCoupon, terms => {
        const off = discountOn(order, terms)
        expect(Number.isInteger(off)).toBe(true)
        expect(off).toBeGreaterThanOrEqual(0)
        expect(off).toBeLessThanOrEqual(6900 + 2500 + 4000)
      }),
    )
  })
})
