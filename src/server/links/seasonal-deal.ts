import type { Deal } from '@/contract/page'
import { defaultLicense } from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { refusalOf } from '@/domain/pricing/coupon'
import type { Backend } from '@/server/backend'

/** The deal a checkout can have on the printed three-year plan today (SPEC 2); null without one. */
export async function dealOf(open: Backend, state: CheckoutState): Promise<Deal | null> {
  const campaign = state.campaigns.includes('summer_deal') ? 'summer' : 'spring'
  const { springDeal, summerDeal } = open.env.coupons
  const name = campaign === 'summer' ? summerDeal : springDeal
  const known = name ? (await open.catalog()).coupon(name, state.currency) : undefined
  const code = refusalOf(known, {
    plan: { id: defaultLicense, isPhysical: true },
    travel: [],
    nowMs: open.now().getTime(),
    isPartnerOrder: state.partnerToken !== null,
    hasBoughtBefore: false, // known only where the coupon is taken on
    isHeld: false,
  })
  if (code || !known?.terms || known.terms.discount_type !== 'percentage') return null
  return {
    coupon: known.terms,
    until: lastDayOf(known.validUntilMs),
    campaign,
  }
}

/** The end is the first moment that it no longer counts. */
const lastDayOf = (endMs: number | null): string | null =>
  endMs === null ? null : new Date(endMs - 1).toISOString().slice(0, 10)
