import { findPlan, hasParcel } from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { StateChange } from '@/domain/checkout/state-change'
import { findPickupPartner, resolvePartnerCountry } from '@/domain/links/partner-offer'
import type { Catalog } from '@/server/catalog/catalog'
import { ApiError } from '@/server/infra/api-error'

/**
 * Sets the delivery method and the pickup point of a printed permit. A chosen point must belong to
 * the order's partner, else `unprocessable`; a stored point that has closed is cleared. The
 * delivery country, and so the tax, is the point's.
 */
export function applyPickup(
  state: CheckoutState,
  { shipping: shippingChange }: StateChange,
  catalog: Catalog,
): CheckoutState {
  const { shipping, partner } = state
  if (!partner && !shipping.pickup_point) return state
  const plan = findPlan(catalog.products(state.currency), state.selectedLicense)
  if (!plan || !hasParcel(plan.category)) return state
  const pickupPartnerName = findPickupPartner(state)
  const points = pickupPartnerName === null ? [] : catalog.pickupPoints(pickupPartnerName)
  const point = points.find(({ id }) => id === shipping.pickup_point)
  if (shippingChange?.pickup_point && !point)
    throw new ApiError('unprocessable', {
      issues: [{ field: 'state.shipping.pickup_point', message: 'pickup_point.unknown' }],
    })
  const country = point?.country ?? (shipping.country || resolvePartnerCountry(partner ?? ''))
  return {
    ...state,
    deliveryMethod: points.length > 0 ? 'pickupPoints' : 'delivery',
    shipping: { ...shipping, pickup_point: point?.id ?? '', country },
  }
}
