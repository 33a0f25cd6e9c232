import { describe, expect, it } from 'vitest'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import type { KnownCoupon } from '@/domain/pricing/coupon'
import { findSeasonalDeal } from '@/server/links/seasonal-deal'

/** In spring. */
const now = new Date('2027-04-20T12:00:00Z')

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

/** A backend with these coupons and one configured deal per season. */
const createBackend = (coupons: KnownCoupon[], today = now) =>
  ({
    now: () => today,
    env: { coupons: { springDeal: 'springdeal', summerDeal: 'SUMMERDEAL' } },
    catalog: async () => ({
      coupon: (name: string) =>
        coupons.find(coupon => coupon.name.toLowerCase() === name.toLowerCase()),
    }),
  }) as never

describe('the deal on the printed three-year plan', () => {
  it('is the spring coupon with the name and terms of the catalog', async () => {
    expect(await findSeasonalDeal(createBackend([buildCoupon()]), emptyCheckout)).toEqual({
      coupon: buildCoupon().terms,
      until: '2027-05-31',
      campaign: 'spring',
    })
  })

  it('shows the last day, not the exclusive end', async () => {
    const coupon = buildCoupon({ validUntilMs: Date.parse('2027-05-01T00:00:00Z') })
    expect((await findSeasonalDeal(createBackend([coupon]), emptyCheckout))?.until).toBe(
      '2027-04-30',
    )
  })

  it('is the summer coupon when the link has the summer campaign', async () => {
    const summerCoupon = buildCoupon({ name: 'SUMMERDEAL' }, { amount: 20 })
    const state = { ...emptyCheckout, campaigns: ['summer_deal' as const] }
    const inSummer = createBackend([buildCoupon(), summerCoupon], new Date('2027-07-01T12:00:00Z'))
    expect(await findSeasonalDeal(inSummer, state)).toMatchObject({
      coupon: { amount: 20 },
      until: '2027-08-31',
      campaign: 'summer',
    })
  })

  it('is offered only in its season, unless the shop has given it an end', async () => {
    const november = new Date('2026-11-20T12:00:00Z')
    expect(
      await findSeasonalDeal(createBackend([buildCoupon()], november), emptyCheckout),
    ).toBeNull()
    const coupon = buildCoupon({ validUntilMs: Date.parse('2026-12-01T00:00:00Z') })
    const deal = await findSeasonalDeal(createBackend([coupon], november), emptyCheckout)
    expect(deal?.until).toBe('2026-11-30')
  })

  it.each<[string, KnownCoupon[]]>([
    ['the coupon does not exist', []],
    ['it has ended', [buildCoupon({ validUntilMs: now.getTime() })]],
    ['it is not valid yet', [buildCoupon({ validFromMs: now.getTime() + 1 })]],
    ['it is used up', [buildCoupon({ usesLeft: 0 })]],
    ['it is for partners', [buildCoupon({ isForPartners: true })]],
    ['it is not for this plan', [buildCoupon({}, { products: [40] })]],
    ['it is not a percentage', [buildCoupon({}, { discount_type: 'fixed' })]],
  ])('is not offered when %s', async (_, coupons) => {
    expect(await findSeasonalDeal(createBackend(coupons), emptyCheckout)).toBeNull()
  })
})
