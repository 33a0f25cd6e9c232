import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { pickCoupon, savingOf } from '@/domain/pricing/best-coupon'
import type { Coupon, CouponRefusal } from '@/domain/pricing/coupon'
import type { Catalog } from '@/server/catalog/catalog'
import {
  buildComparisonOrders,
  type CouponContext,
  deriveState,
  evaluateCoupon,
} from '@/server/checkout/derive-state'

/** What coupons are judged by besides the state. */
export interface CouponDeps {
  catalog: Catalog
  couponContext: CouponContext
}

/** A coupon that cannot be had any more. */
interface LostCoupon {
  name: string
  code: CouponRefusal
}

/**
 * The coupon that counts among these (SPEC 7), by the price that is shown; a free delivery without a price
 * yet is taken only where nothing else saves. What saves no more than `current` does not replace it. The
 * state is a filled one.
 */
export function findBestCoupon(
  derived: CheckoutState,
  names: string[],
  { catalog, couponContext }: CouponDeps,
  current: Coupon | null = null,
): Coupon | null {
  const coupons = names.flatMap(
    name => evaluateCoupon(derived, catalog, name, couponContext).coupon ?? [],
  )
  for (const order of buildComparisonOrders(derived, catalog)) {
    const bestCoupon = pickCoupon(order, coupons)
    if (bestCoupon && current && savingOf(order, bestCoupon) <= savingOf(order, current))
      return current
    if (bestCoupon) return bestCoupon
  }
  return current
}

/**
 * The state with the coupon that counts after a change. One that cannot be had any more makes way for the
 * best of those found, and joins them: it counts again when it can. What the customer chose stays as long
 * as it can be had, and what they took off does not come back. `knownLostCoupon` is a coupon the caller knows to be lost.
 */
export function applyBestCoupon(
  state: CheckoutState,
  deps: CouponDeps,
  knownLostCoupon?: LostCoupon,
): CheckoutState {
  // A payment under way keeps its coupon.
  if (deps.couponContext.isReserved) return state
  const derived = deriveState(state, deps.catalog, deps.couponContext)
  const findRefusal = (coupon: { name: string } | null): LostCoupon | null => {
    if (!coupon) return null
    if (coupon.name === knownLostCoupon?.name) return knownLostCoupon
    const { code } = evaluateCoupon(derived, deps.catalog, coupon.name, deps.couponContext)
    return code && { name: coupon.name, code }
  }
  const lostCoupon = findRefusal(state.coupon)
  const coupons_found = addLostCoupon(state.coupons_found, lostCoupon).map(foundCoupon => ({
    ...foundCoupon,
    code: findRefusal(foundCoupon)?.code ?? null,
  }))
  if (state.coupon_is_own && !lostCoupon) return { ...state, coupons_found }
  const isApplicable = ({ name, code }: CheckoutState['coupons_found'][number]) =>
    !code && !state.coupons_removed.includes(name)
  const names = coupons_found.filter(isApplicable).map(({ name }) => name)
  const coupon = findBestCoupon(derived, names, deps, lostCoupon ? null : derived.coupon)
  return {
    ...state,
    coupon,
    coupon_is_own: false,
    coupon_refused: lostCoupon ?? findRefusal(state.coupon_refused),
    coupons_found,
  }
}

function addLostCoupon(
  foundCoupons: CheckoutState['coupons_found'],
  lostCoupon: LostCoupon | null,
) {
  if (!lostCoupon || foundCoupons.some(({ name }) => name === lostCoupon.name)) return foundCoupons
  return [...foundCoupons, { name: lostCoupon.name, saves: 0, code: null, typed: true }]
}
