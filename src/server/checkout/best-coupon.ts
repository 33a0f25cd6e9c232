import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { pickCoupon, savingOf } from '@/domain/pricing/best-coupon'
import type { Coupon, CouponRefusal } from '@/domain/pricing/coupon'
import type { Catalog } from '@/server/catalog/catalog'
import { filled, judgedCoupon, type Moment, ordersToCompare } from '@/server/checkout/derive-state'

/** What coupons are judged by besides the state. */
export interface Shop {
  catalog: Catalog
  moment: Moment
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
export function bestOf(
  whole: CheckoutState,
  names: string[],
  { catalog, moment }: Shop,
  current: Coupon | null = null,
): Coupon | null {
  const coupons = names.flatMap(name => judgedCoupon(whole, catalog, name, moment).coupon ?? [])
  for (const order of ordersToCompare(whole, catalog)) {
    const best = pickCoupon(order, coupons)
    if (best && current && savingOf(order, best) <= savingOf(order, current)) return current
    if (best) return best
  }
  return current
}

/**
 * The state with the coupon that counts after a change. One that cannot be had any more makes way for the
 * best of those found, and joins them: it counts again when it can. What the customer chose stays as long
 * as it can be had, and what they took off does not come back. `gone` is a coupon the caller knows to be lost.
 */
export function withBestCoupon(state: CheckoutState, shop: Shop, gone?: LostCoupon): CheckoutState {
  // A payment under way keeps its coupon.
  if (shop.moment.isHeld) return state
  const whole = filled(state, shop.catalog, shop.moment)
  const refused = (coupon: { name: string } | null): LostCoupon | null => {
    if (!coupon) return null
    if (coupon.name === gone?.name) return gone
    const { code } = judgedCoupon(whole, shop.catalog, coupon.name, shop.moment)
    return code && { name: coupon.name, code }
  }
  const lost = refused(state.coupon)
  const coupons_found = withLost(state.coupons_found, lost).map(found => ({
    ...found,
    code: refused(found)?.code ?? null,
  }))
  if (state.coupon_is_own && !lost) return { ...state, coupons_found }
  const mayCount = ({ name, code }: CheckoutState['coupons_found'][number]) =>
    !code && !state.coupons_removed.includes(name)
  const names = coupons_found.filter(mayCount).map(({ name }) => name)
  const coupon = bestOf(whole, names, shop, lost ? null : whole.coupon)
  return {
    ...state,
    coupon,
    coupon_is_own: false,
    coupon_refused: lost ?? refused(state.coupon_refused),
    coupons_found,
  }
}

function withLost(found: CheckoutState['coupons_found'], lost: LostCoupon | null) {
  if (!lost || found.some(({ name }) => name === lost.name)) return found
  return [...found, { name: lost.name, saves: 0, code: null, typed: true }]
}
