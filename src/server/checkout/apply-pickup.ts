import { hasParcel, planById } from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { StateChange } from '@/domain/checkout/state-change'
import { partnerCountry, pickupPartner } from '@/domain/links/partner-offer'
import type { Catalog } from '@/server/catalog/catalog'
import { Failure } from '@/server/infra/api-error'

/**
 * A printed permit that is collected goes to a point of the order's own partner, and is taxed where that is.
 * Any other point is `unprocessable`; one that has closed since is chosen no more.
 */
export function withPickup(
  state: CheckoutState,
  { shipping: asked }: StateChange,
  catalog: Catalog,
): CheckoutState {
  const { shipping, partner } = state
  if (!partner && !shipping.pickup_point) return state
  const plan = planById(catalog.products(state.currency), state.selectedLicense)
  if (!plan || !hasParcel(plan.category)) return state
  const collector = pickupPartner(state)
  const points = collector === null ? [] : catalog.pickupPoints(collector)
  const point = points.find(({ id }) => id === shipping.pickup_point)
  if (asked?.pickup_point && !point)
    throw new Failure('unprocessable', {
      issues: [{ field: 'state.shipping.pickup_point', message: 'pickup_point.unknown' }],
    })
  const country = point?.country ?? (shipping.country || partnerCountry(partner ?? ''))
  return {
    ...state,
    deliveryMethod: points.length > 0 ? 'pickupPoints' : 'delivery',
    shipping: { ...shipping, pickup_point: point?.id ?? '', country },
  }
}
