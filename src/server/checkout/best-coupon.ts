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

/** The inputs of a coupon check besides the state. */
export interface CouponDeps {
  catalog: Catalog
  couponContext: CouponContext
}

/** A coupon that can no longer be used. */
interface LostCoupon {
  name: string
  code: CouponRefusal
}

/**
 * The best of these coupons (docs/product.md, Coupons), by the price that is shown. Free delivery
 * without a delivery price counts only if no other coupon saves. A coupon that saves no more than
 * `current` does not replace it. Expects a derived state.
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
 * The state with the coupon that applies after a change. A coupon that can no longer be used is
 * replaced by the best found one and joins the found coupons, so that it can apply again later. A
 * coupon that the customer chose stays while it can be used; one that the customer removed does not
 * return. `knownLostCoupon` is a coupon that the caller knows to be unusable.
 */
export function applyBestCoupon(
  state: CheckoutState,
  deps: CouponDeps,
  knownLostCoupon?: LostCoupon,
): CheckoutState {
  // A payment in progress does not lose its coupon.
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
