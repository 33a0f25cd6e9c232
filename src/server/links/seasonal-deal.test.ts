import { describe, expect, it } from 'vitest'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import type { KnownCoupon } from '@/domain/pricing/coupon'
import { findSeasonalDeal } from '@/server/links/seasonal-deal'

const now = new Date('2026-11-20T12:00:00Z')

const buildCoupon = (overrides: Partial<KnownCoupon> = {}, terms = {}): KnownCoupon => ({
  name: 'SPRINGDEAL',
  terms: {
    id: 4,
    name: 'SPRINGDEAL',
    discount_type: 'percentage',
    amount: 15,
    products: [42],
    travel_products: [],
    free_shipping: false,
    ...terms,
  },
  validFromMs: null,
  validUntilMs: null,
  usesLeft: null,
  isForNewCustomers: false,
  isForPartners: false,
  ...overrides,
})

/** A shop that has these coupons, and names one of them for each season. */
const createBackend = (...coupons: KnownCoupon[]) =>
  ({
    now: () => now,
    env: { coupons: { springDeal: 'springdeal', summerDeal: 'SUMMERDEAL' } },
    catalog: async () => ({
      coupon: (name: string) =>
        coupons.find(coupon => coupon.name.toLowerCase() === name.toLowerCase()),
    }),
  }) as never

describe('the deal on the printed three-year plan', () => {
  it('is the coupon of spring, under the name and with the terms it really has', async () => {
    expect(await findSeasonalDeal(createBackend(buildCoupon()), emptyCheckout)).toEqual({
      coupon: buildCoupon().terms,
      until: null,
      campaign: 'spring',
    })
  })

  it('names its last day, not the moment after it', async () => {
    const coupon = buildCoupon({ validUntilMs: Date.parse('2026-12-01T00:00:00Z') })
    expect((await findSeasonalDeal(createBackend(coupon), emptyCheckout))?.until).toBe('2026-11-30')
  })

  it('is the one of summer for those whose link says so', async () => {
    const summerCoupon = buildCoupon({ name: 'SUMMERDEAL' }, { amount: 20 })
    const state = { ...emptyCheckout, campaigns: ['summer_deal' as const] }
    expect(await findSeasonalDeal(createBackend(buildCoupon(), summerCoupon), state)).toMatchObject(
      {
        coupon: { amount: 20 },
        campaign: 'summer',
      },
    )
  })

  it.each<[string, KnownCoupon[]]>([
    ['the shop does not have it', []],
    ['it has ended', [buildCoupon({ validUntilMs: now.getTime() })]],
    ['it has not begun', [buildCoupon({ validFromMs: now.getTime() + 1 })]],
    ['it is used up', [buildCoupon({ usesLeft: 0 })]],
    ['it is for partners', [buildCoupon({ isForPartners: true })]],
    ['it is not for this plan', [buildCoupon({}, { products: [40] })]],
    ['it is not a percentage', [buildCoupon({}, { discount_type: 'fixed' })]],
  ])('is not offered when %s', async (_, coupons) => {
    expect(await findSeasonalDeal(createBackend(...coupons), emptyCheckout)).toBeNull()
  })
})
