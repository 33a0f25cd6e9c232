import { describe, expect, it } from 'vitest'
import type { CurrencyCode } from '@/domain/data/currencies'
import {
  computePlanPaid,
  isLifetimeOffered,
  quoteLifetime,
  readLifetimeAnswer,
  withLifetimeAnswer,
} from '@/domain/payments/lifetime-upsell'
import type { Coupon } from '@/domain/pricing/coupon-schema'
import type { Order } from '@/domain/pricing/quote'

const buildOrder = (overrides: Partial<Order> = {}): Order => ({
  currency: 'USD',
  plan: { id: 42, isPhysical: true, price: 6_900 },
  coupon: null,
  urgentPrice: 2_500,
  shippingPrice: 1_900,
  travel: [{ item_id: 1, price: 1_900, quantity: 2 }],
  taxRatePercent: 0,
  ...overrides,
})

const buildCoupon = (terms: Partial<Coupon>): Coupon => ({
  id: 1,
  name: 'SOME',
  discount_type: 'percentage',
  amount: 10,
  products: [],
  travel_products: [],
  free_shipping: false,
  ...terms,
})

describe('lifetime costs its price minus the amount paid for the three-year plan', () => {
  // Prices of the price book, in minor units.
  it.each<[CurrencyCode, number, number, number]>([
    ['USD', 19_900, 6_900, 13_000],
    ['EUR', 18_500, 6_500, 12_000],
    ['GBP', 15_900, 5_500, 10_400],
    ['CAD', 26_900, 9_500, 17_400],
    ['INR', 1_599_900, 559_900, 1_040_000],
    ['AED', 72_900, 24_900, 48_000],
    ['JPY', 29_800, 10_400, 19_400],
    ['AUD', 29_900, 10_500, 19_400],
    ['CNY', 142_900, 48_900, 94_000],
    ['SGD', 26_500, 9_200, 17_300],
    ['PLN', 76_900, 26_900, 50_000],
  ])('in %s', (currency, price, planPaid, total) => {
    expect(quoteLifetime(currency, price, { planPaid, taxRatePercent: 0 })).toEqual({
      currency,
      plan: price,
      urgent: 0,
      shipping: 0,
      travel: 0,
      discount: planPaid,
      tax: 0,
      total,
    })
  })
})

describe('the tax on the difference', () => {
  it.each<[CurrencyCode, number, number, number, number]>([
    ['USD', 19_900, 6_900, 7.25, 943],
    ['EUR', 18_500, 6_501, 19, 2_280],
    ['JPY', 29_800, 10_400, 10, 1_940],
    ['JPY', 29_800, 10_405, 10, 1_940],
    ['GBP', 15_900, 5_500, 20, 2_080],
  ])(
    'has the order’s rate and is rounded once: %s',
    (currency, price, planPaid, taxRatePercent, tax) => {
      const { total, ...lines } = quoteLifetime(currency, price, { planPaid, taxRatePercent })
      expect([lines.tax, total]).toEqual([tax, price - planPaid + tax])
    },
  )
})

it('is never negative, even if the plan cost more', () => {
  const quote = quoteLifetime('USD', 5_000, { planPaid: 6_900, taxRatePercent: 20 })
  expect(quote).toMatchObject({ plan: 5_000, discount: 5_000, tax: 0, total: 0 })
})

describe('the amount paid for the plan', () => {
  it.each<[string, Partial<Coupon> | null, number]>([
    ['without a coupon', null, 6_900],
    ['minus a percentage of it', { amount: 10 }, 6_210],
    ['minus an odd percentage, rounded half up', { amount: 33.33 }, 4_600],
    ['minus everything', { amount: 100 }, 0],
    ['with a percentage on other plans', { products: [40] }, 6_900],
    ['with a percentage on travel items only', { products: [40], travel_products: [1] }, 6_900],
    ['minus an amount on plans', { discount_type: 'fixed', amount: 20 }, 4_900],
    ['minus an amount above it', { discount_type: 'fixed', amount: 500 }, 0],
    [
      'with an amount on other plans',
      { discount_type: 'fixed', amount: 20, products: [40] },
      6_900,
    ],
    // 69 of 69 + 38 dollars share the discount of 20: 12.89….
    [
      'minus its share of an amount on plan and travel items',
      { discount_type: 'fixed', amount: 20, travel_products: [1] },
      5_611,
    ],
    // 69 of 69 + 25 + 38 dollars: 10.45….
    [
      'minus its share of an amount on the cart',
      { discount_type: 'fixed_cart', amount: 20 },
      5_855,
    ],
    ['with free delivery', { amount: 0, free_shipping: true }, 6_900],
  ])('%s', (_, terms, planPaid) => {
    expect(computePlanPaid(buildOrder({ coupon: terms && buildCoupon(terms) })).planPaid).toBe(
      planPaid,
    )
  })

  it('is in whole yen', () => {
    const yen = { currency: 'JPY' as const, plan: { id: 42, isPhysical: true, price: 10_400 } }
    const cart = buildCoupon({ discount_type: 'fixed_cart', amount: 1_000 })
    const { planPaid } = computePlanPaid(
      buildOrder({ ...yen, urgentPrice: 3_800, travel: [], coupon: cart }),
    )
    expect(planPaid).toBe(10_400 - 732)
  })
})

describe('lifetime is offered', () => {
  const purchase = {
    status: 'paid' as const,
    total: 11_300,
    refunded: 0,
    dispute: null,
    isByPartner: false,
    plan: { category: 'physical' as const },
    campaigns: [],
    upsellOffers: [],
  }

  it('after a paid printed plan', () => {
    expect(isLifetimeOffered(purchase)).toBe(true)
  })

  it.each([
    ['that is not paid', { status: 'pending' as const }],
    ['that was refunded', { status: 'refunded' as const }],
    ['that was partly refunded', { refunded: 1 }],
    ['that is disputed', { status: 'disputed' as const }],
    ['that was disputed and won', { dispute: 'won' }],
    ['that is fulfilled', { status: 'fulfilled' as const }],
    ['without a price', { total: 0 }],
    ['of a partner’s customer', { isByPartner: true }],
    ['of a digital plan', { plan: { category: 'digital' as const } }],
    ['of a lifetime plan', { plan: { category: 'lifetime' as const } }],
    ['of a plan that no longer exists', { plan: undefined }],
    ['in the campaign that sells it as a plan', { campaigns: ['summer_lifetime' as const] }],
    ['whose customer has declined it', { upsellOffers: [{ id: 62, accepted: false }] }],
    ['whose customer has bought it', { upsellOffers: [{ id: 62, accepted: true }] }],
  ])('is not offered after an order %s', (_, change) => {
    expect(isLifetimeOffered({ ...purchase, ...change })).toBe(false)
  })
})

it('keeps the latest answer to lifetime beside those to other offers', () => {
  const state = { upsellOffers: [{ id: 7, accepted: true }] }
  const declinedState = withLifetimeAnswer(state, false)
  expect([readLifetimeAnswer(state), readLifetimeAnswer(declinedState)]).toEqual([undefined, false])
  expect(withLifetimeAnswer(declinedState, true).upsellOffers).toEqual([
    { id: 7, accepted: true },
    { id: 62, accepted: true },
  ])
})
