import type { Deal } from '@/contract/page'
import { defaultLicense } from '@/domain/catalog/plans'
import type { BaseState } from '@/domain/checkout/checkout-state'
import { resolveCouponRefusal } from '@/domain/pricing/coupon'
import type { Backend } from '@/server/backend'

/**
 * The seasonal deal on the printed three-year plan (docs/product.md, Deals); null without one.
 * Amounts are in major units.
 */
export async function findSeasonalDeal(backend: Backend, state: BaseState): Promise<Deal | null> {
  const campaign = state.campaigns.includes('summer_deal') ? 'summer' : 'spring'
  const { springDeal, summerDeal } = backend.env.coupons
  const name = campaign === 'summer' ? summerDeal : springDeal
  const knownCoupon = name ? (await backend.catalog()).coupon(name, state.currency) : undefined
  const code = resolveCouponRefusal(knownCoupon, {
    plan: { id: defaultLicense, isPhysical: true },
    travel: [],
    nowMs: backend.now().getTime(),
    isPartnerOrder: state.partnerToken !== null,
    hasBoughtBefore: false, // checked when the coupon is applied
    isReserved: false,
  })
  if (code || !knownCoupon?.terms || knownCoupon.terms.discount_type !== 'percentage') return null
  return {
    coupon: knownCoupon.terms,
    until: toLastDay(knownCoupon.validUntilMs),
    campaign,
  }
}

/** The last calendar day (UTC): the end is exclusive. */
const toLastDay = (endMs: number | null): string | null =>
  endMs === null ? null : new Date(endMs - 1).toISOString().slice(0, 10)
