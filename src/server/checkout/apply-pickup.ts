import type { StoredState } from '@/domain/checkout/checkout-state'
import type { StateChange } from '@/domain/checkout/state-change'
import { resolvePartnerCountry } from '@/domain/links/partner-offer'
import type { Catalog } from '@/server/catalog/catalog'
import { ApiError } from '@/server/infra/api-error'

/**
 * Sets the pickup point of a printed permit. A chosen point must belong to
 * the order's partner, else `unprocessable`; a stored point that has closed is cleared. The
 * delivery country, and so the tax, is the point's.
 */
export function applyPickup(
  state: StoredState,
  { shipping: shippingChange }: StateChange,
  { catalog }: { catalog: Catalog },
): StoredState {
  const { shipping, partner } = state
  const points = partner ? catalog.pickupPoints(partner) : []
  const point = points.find(({ id }) => id === shipping.pickup_point)
  if (shippingChange?.pickup_point && !point)
    throw new ApiError('unprocessable', {
      issues: [{ field: 'state.shipping.pickup_point', message: 'pickup_point.unknown' }],
    })
  const country = point?.country ?? (shipping.country || resolvePartnerCountry(partner ?? ''))
  return {
    ...state,
    shipping: { ...shipping, pickup_point: point?.id ?? '', country },
  }
}
