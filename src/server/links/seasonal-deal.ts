import type { Deal } from '@/contract/page'
import { defaultLicense } from '@/domain/catalog/plans'
import { findSeasonEnd, seasonOf } from '@/domain/catalog/seasons'
import type { BaseState } from '@/domain/checkout/checkout-state'
import { resolveCouponRefusal } from '@/domain/pricing/coupon'
import type { Backend } from '@/server/backend'
import { toIsoDate } from '@/server/infra/clock'

/**
 * The seasonal deal on the printed three-year plan (docs/product.md, Deals); null without one and
 * outside its season. Amounts are in major units.
 */
export async function findSeasonalDeal(
  backend: Backend,
  state: Pick<BaseState, 'campaigns' | 'currency' | 'partnerToken'>,
): Promise<Deal | null> {
  const campaign = seasonOf(state.campaigns)
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
  // An end that the shop has given the coupon is the season's; otherwise the calendar decides.
  const until =
    toLastDay(knownCoupon.validUntilMs) ?? findSeasonEnd(campaign, toIsoDate(backend.now()))
  return until === null ? null : { coupon: knownCoupon.terms, until, campaign }
}

/** The last calendar day (UTC): the end is exclusive. */
const toLastDay = (endMs: number | null): string | null =>
  endMs === null ? null : new Date(endMs - 1).toISOString().slice(0, 10)
