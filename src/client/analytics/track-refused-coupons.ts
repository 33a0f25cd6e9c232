import { isFirstTime } from '@/client/analytics/once-per-visit'
import { track } from '@/client/analytics/track'
import { type CheckoutStore, optimisticState } from '@/client/store/checkout-store'
import type { Settings } from '@/contract/page'
import { toTrackableCode } from '@/domain/analytics/analytics-events'

/**
 * Tracks refused codes from links, each once per visit. Typed codes are tracked by the coupon form.
 */
export function trackRefusedCoupons(
  store: CheckoutStore,
  { promoCoupon, newCustomerCoupon }: Pick<Settings, 'promoCoupon' | 'newCustomerCoupon'>,
): void {
  if (store.getState().checkout.status !== 'processing') return
  for (const { name, code, typed } of optimisticState(store.getState()).coupons_found) {
    if (!code || typed || name === promoCoupon || name === newCustomerCoupon) continue
    const coupon = toTrackableCode(name)
    if (isFirstTime(`coupon denied ${coupon}`)) track('coupon denied', { coupon, reason: code })
  }
}
