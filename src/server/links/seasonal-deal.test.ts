import { describe, expect, it } from 'vitest'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import type { KnownCoupon } from '@/domain/pricing/coupon'
import { dealOf } from '@/server/links/seasonal-deal'

const now = new Date('2026-11-20T12:00:00Z')

const known = (more: Partial<KnownCoupon> = {}, terms = {}): KnownCoupon => ({
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
  ...more,
})

/** A shop that has these coupons, and names one of them for each season. */
const shop = (...coupons: KnownCoupon[]) =>
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
    expect(await dealOf(shop(known()), emptyCheckout)).toEqual({
      coupon: known().terms,
      until: null,
      campaign: 'spring',
    })
  })

  it('names its last day, not the moment after it', async () => {
    const coupon = known({ validUntilMs: Date.parse('2026-12-01T00:00:00Z') })
    expect((await dealOf(shop(coupon), emptyCheckout))?.until).toBe('2026-11-30')
  })

  it('is the one of summer for those whose link says so', async () => {
    const summer = known({ name: 'SUMMERDEAL' }, { amount: 20 })
    const state = { ...emptyCheckout, campaigns: ['summer_deal' as const] }
    expect(await dealOf(shop(known(), summer), state)).toMatchObject({
      coupon: { amount: 20 },
      campaign: 'summer',
    })
  })

  it.each<[string, KnownCoupon[]]>([
    ['the shop does not have it', []],
    ['it has ended', [known({ validUntilMs: now.getTime() })]],
    ['it has not begun', [known({ validFromMs: now.getTime() + 1 })]],
    ['it is used up', [known({ usesLeft: 0 })]],
    ['it is for partners', [known({ isForPartners: true })]],
    ['it is not for this plan', [known({}, { products: [40] })]],
    ['it is not a percentage', [known({}, { discount_type: 'fixed' })]],
  ])('is not offered when %s', async (_, coupons) => {
    expect(await dealOf(shop(...coupons), emptyCheckout)).toBeNull()
  })
})
