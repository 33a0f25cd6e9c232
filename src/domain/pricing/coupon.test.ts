import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CouponConditions,
  type CouponRefusal,
  type Discountable,
  discountOn,
  type KnownCoupon,
  resolveCouponRefusal,
} from '@/domain/pricing/coupon'
import type { Coupon } from '@/domain/pricing/coupon-schema'

const order: Discountable = {
  plan: { id: 42, price: 6900 },
  urgent: 2500,
  travel: [
    { item_id: 1, total: 1000 },
    { item_id: 2, total: 3000 },
  ],
  toMinor: major => Math.round(major * 100),
}

const buildCoupon = (terms: Partial<Coupon>): Coupon => ({
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
    ['nothing from a plan it does not name', { products: [40, 41] }, 0],
    ['10 % of plan and the travel item it names', { travel_products: [2] }, 690 + 300],
    ['only the travel item, for another plan', { products: [40], travel_products: [1] }, 100],
    ['the whole plan at 100 %', { amount: 100 }, 6900],
    ['no more than the plan above 100 %', { amount: 250 }, 6900],
    ['nothing below 0 %', { amount: -10 }, 0],
    ['a fixed amount of the plan', { discount_type: 'fixed', amount: 15 }, 1500],
    ['no more than the plan, fixed', { discount_type: 'fixed', amount: 500 }, 6900],
    [
      'a fixed amount from only the lines it names',
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
    ['nothing if it gives free shipping only', { amount: 0, free_shipping: true }, 0],
  ])('%s', (_, terms, expected) => {
    expect(discountOn(order, terms && buildCoupon(terms))).toBe(expected)
  })

  it('never a negative amount nor more than the lines it applies to, with any terms', () => {
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
        const discount = discountOn(order, terms)
        expect(Number.isInteger(discount)).toBe(true)
        expect(discount).toBeGreaterThanOrEqual(0)
        expect(discount).toBeLessThanOrEqual(6900 + 2500 + 4000)
      }),
    )
  })
})

const record: KnownCoupon = {
  name: 'TEST',
  terms: buildCoupon({}),
  validFromMs: null,
  validUntilMs: null,
  usesLeft: null,
  isForNewCustomers: false,
  isForPartners: false,
}

const conditions: CouponConditions = {
  plan: { id: 42, isPhysical: true },
  travel: [],
  nowMs: 1_000,
  isPartnerOrder: false,
  hasBoughtBefore: false,
  isReserved: false,
}
const digital = { plan: { id: 45, isPhysical: false } }

describe('a coupon is refused', () => {
  it.each<[string, Partial<KnownCoupon>, Partial<CouponConditions>, CouponRefusal | null]>([
    ['not at all if nothing is wrong', {}, {}, null],
    ['before its start, like an unknown one', { validFromMs: 1_001 }, {}, 'unknown'],
    ['not from its start on', { validFromMs: 1_000 }, {}, null],
    ['not before its end', { validUntilMs: 1_001 }, {}, null],
    ['from its end on', { validUntilMs: 1_000 }, {}, 'expired'],
    ['not while uses are left', { usesLeft: 1 }, {}, null],
    ['when it is used up', { usesLeft: 0 }, {}, 'used_up'],
    ['when its limit was lowered below its uses', { usesLeft: -2 }, {}, 'used_up'],
    ['not to a new customer', { isForNewCustomers: true }, {}, null],
    [
      'to a customer who has bought before',
      { isForNewCustomers: true },
      { hasBoughtBefore: true },
      'new_customers',
    ],
    ['not to returning customers if it is for all', {}, { hasBoughtBefore: true }, null],
    ['outside of partner orders', { isForPartners: true }, {}, 'partner'],
    ['not in partner orders', { isForPartners: true }, { isPartnerOrder: true }, null],
    ['in a currency without an amount', { terms: null }, {}, 'currency'],
    ['for a plan it does not name', { terms: buildCoupon({ products: [40] }) }, {}, 'plan'],
    ['not for the plan it names', { terms: buildCoupon({ products: [42] }) }, {}, null],
    ['when it has no discount', { terms: buildCoupon({ amount: 0 }) }, {}, 'plan'],
    [
      'as free shipping for a digital plan',
      { terms: buildCoupon({ amount: 0, free_shipping: true }) },
      digital,
      'printed',
    ],
    ['not as free shipping', { terms: buildCoupon({ amount: 0, free_shipping: true }) }, {}, null],
    [
      'for travel items beside a digital plan',
      { terms: buildCoupon({ products: [60], travel_products: [1] }) },
      digital,
      'printed',
    ],
    [
      'for travel items that are not in the cart',
      { terms: buildCoupon({ products: [60], travel_products: [1] }) },
      { travel: [2] },
      'extras',
    ],
    [
      'not for travel items beside a printed plan',
      { terms: buildCoupon({ products: [60], travel_products: [1] }) },
      { travel: [2, 1] },
      null,
    ],
    [
      'not as a cart coupon, whatever plan it names',
      { terms: buildCoupon({ discount_type: 'fixed_cart', products: [40] }) },
      digital,
      null,
    ],
    [
      'not for its end, uses or customer while a payment has reserved it',
      { validUntilMs: 1, usesLeft: 0, isForNewCustomers: true },
      { isReserved: true, hasBoughtBefore: true },
      null,
    ],
    [
      'for its plan even while a payment has reserved it',
      { terms: buildCoupon({ products: [40] }) },
      { isReserved: true },
      'plan',
    ],
  ])('%s', (_, terms, circumstances, code) => {
    expect(resolveCouponRefusal({ ...record, ...terms }, { ...conditions, ...circumstances })).toBe(
      code,
    )
  })

  it('when it does not exist', () =>
    expect(resolveCouponRefusal(undefined, conditions)).toBe('unknown'))
})
