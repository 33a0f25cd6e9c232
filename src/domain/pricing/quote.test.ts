import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencyCodes } from '@/domain/data/currencies'
import { currencies } from '@/domain/data/currency-names'
import type { Coupon } from '@/domain/pricing/coupon-schema'
import { toMajor } from '@/domain/pricing/money'
import { isSameQuote, type Order, quote } from '@/domain/pricing/quote'

const printed: Order = {
  currency: 'USD',
  plan: { id: 42, isPhysical: true, price: 6900 },
  coupon: null,
  urgentPrice: 2500,
  shippingPrice: 1900,
  travel: [{ item_id: 1, price: 500, quantity: 2 }],
  taxRatePercent: 0,
}
const digital: Order = { ...printed, plan: { id: 45, isPhysical: false, price: 4900 } }

const buildCoupon = (terms: Partial<Coupon>): Coupon => ({
  id: 1,
  name: 'TEST',
  discount_type: 'percentage',
  amount: 100,
  products: [],
  travel_products: [],
  free_shipping: false,
  ...terms,
})

const anyCoupon: fc.Arbitrary<Coupon> = fc.record({
  id: fc.constant(1),
  name: fc.constant('ANY'),
  discount_type: fc.constantFrom('percentage', 'fixed', 'fixed_cart'),
  amount: fc.oneof(
    fc.constantFrom(0, 10, 33.3, 50, 100, 250),
    fc.double({ min: -10, max: 100_000, noNaN: true }),
  ),
  products: fc.subarray([40, 42, 45]),
  travel_products: fc.subarray([1, 2, 3]),
  free_shipping: fc.boolean(),
})

const price = (max: number) => fc.integer({ min: 0, max })

const anyOrder: fc.Arbitrary<Order> = fc.record({
  currency: fc.constantFrom(...currencyCodes),
  plan: fc.record({
    id: fc.constantFrom(40, 42, 45),
    isPhysical: fc.boolean(),
    price: price(2_000_000),
  }),
  coupon: fc.option(anyCoupon),
  urgentPrice: price(200_000),
  shippingPrice: price(500_000),
  travel: fc.array(
    fc.record({
      item_id: fc.integer({ min: 1, max: 3 }),
      price: price(100_000),
      quantity: fc.integer({ min: 0, max: 10 }),
    }),
    { maxLength: 4 },
  ),
  taxRatePercent: fc.constantFrom(0, 4, 6.625, 7.25, 8.1, 19, 20, 25.5, 27),
})

describe('the total', () => {
  it.each<[string, Order, number]>([
    ['of a printed plan includes everything', printed, 6900 + 2500 + 1900 + 1000],
    ['of a digital plan excludes shipping and travel', digital, 4900 + 2500],
    ['includes the tax on all lines', { ...printed, taxRatePercent: 10 }, 12300 + 1230],
    [
      'is taxed after the discount',
      { ...printed, taxRatePercent: 10, coupon: buildCoupon({}) },
      5940,
    ],
    [
      'rounds tax once, half up',
      {
        ...digital,
        plan: { id: 45, isPhysical: false, price: 5 },
        urgentPrice: 0,
        taxRatePercent: 10,
      },
      6,
    ],
    [
      'has no shipping with a free-shipping coupon',
      { ...printed, coupon: buildCoupon({ amount: 0, free_shipping: true }) },
      10400,
    ],
    [
      'is zero if a coupon covers everything',
      {
        ...digital,
        coupon: buildCoupon({ discount_type: 'fixed_cart', amount: 999 }),
        taxRatePercent: 20,
      },
      0,
    ],
    [
      'keeps shipping and its tax with the largest cart coupon',
      {
        ...printed,
        coupon: buildCoupon({ discount_type: 'fixed_cart', amount: 9_999 }),
        taxRatePercent: 10,
      },
      1900 + 190,
    ],
    ['in yen has no fraction', { ...printed, currency: 'JPY', taxRatePercent: 10 }, 13530],
  ])('%s', (_, order, total) => expect(quote(order).total).toBe(total))
})

describe.each(currencies)('any cart in $code', ({ code }) => {
  const assertHolds = (check: (order: Order) => void) =>
    fc.assert(fc.property(anyOrder, order => check({ ...order, currency: code })))

  it('has lines that add up to the total', () =>
    assertHolds(order => {
      const { plan, urgent, shipping, travel, discount, tax, total } = quote(order)
      expect(plan + urgent + shipping + travel - discount + tax).toBe(total)
    }))

  it('has no negative and no fractional amount', () =>
    assertHolds(order => {
      const { currency: _, ...amounts } = quote(order)
      for (const amount of Object.values(amounts)) {
        expect(Number.isInteger(amount)).toBe(true)
        expect(amount).toBeGreaterThanOrEqual(0)
      }
    }))

  it('is in whole units of its currency', () =>
    assertHolds(order => {
      const major = toMajor(quote(order).total, code)
      expect(Number.isInteger(code === 'JPY' ? major : Math.round(major * 1e6) / 1e4)).toBe(true)
    }))

  it('never costs more with a coupon than without', () =>
    assertHolds(order => {
      expect(quote(order).total).toBeLessThanOrEqual(quote({ ...order, coupon: null }).total)
    }))
})

describe('any cart', () => {
  const assertHolds = (change: Partial<Order>, check: (order: Order) => void) =>
    fc.assert(fc.property(anyOrder, order => check({ ...order, ...change })))

  it('costs nothing for the plan with a coupon of 100 %', () =>
    assertHolds({ coupon: buildCoupon({}) }, order => {
      const { plan, discount } = quote(order)
      expect(discount).toBe(plan)
    }))

  it('keeps its shipping and the tax on it with a cart coupon', () =>
    assertHolds({ coupon: buildCoupon({ discount_type: 'fixed_cart', amount: 1e9 }) }, order => {
      const { shipping, tax, total } = quote(order)
      const shippingOnly = quote({
        ...order,
        coupon: null,
        plan: { ...order.plan, price: 0 },
        urgentPrice: 0,
        travel: [],
      })
      expect(shipping).toBe(shippingOnly.shipping)
      expect(tax).toBe(shippingOnly.tax)
      expect(total).toBe(shippingOnly.total)
    }))

  it('has no shipping with a free-shipping coupon', () =>
    assertHolds({ coupon: buildCoupon({ amount: 0, free_shipping: true }) }, order => {
      expect(quote(order).shipping).toBe(0)
    }))

  it('has no shipping and no travel with a digital plan', () =>
    assertHolds({ plan: { id: 45, isPhysical: false, price: 4900 } }, order => {
      expect(quote(order)).toMatchObject({ shipping: 0, travel: 0 })
    }))
})

describe('two quotes', () => {
  it('are the same if every line is', () => {
    expect(isSameQuote(quote(printed), quote({ ...printed }))).toBe(true)
  })

  it.each<[string, Partial<Order>]>([
    ['another currency', { currency: 'EUR' }],
    ['another plan', { plan: { id: 42, isPhysical: true, price: 6901 } }],
    ['the same total from other lines', { urgentPrice: 2400, shippingPrice: 2000 }],
  ])('differ by %s', (_, change) => {
    expect(isSameQuote(quote(printed), quote({ ...printed, ...change }))).toBe(false)
  })
})
