import { useCheckout, usePage } from '@/client/provider'
import { visibleState } from '@/client/store'
import type { PickupPoint } from '@/domain/partner'

/** Where the permit is collected; undefined when it is sent, and until a point is chosen. */
export function usePickupPoint(): PickupPoint | undefined {
  const { pickupPoints } = usePage()
  const { shipping } = useCheckout(visibleState)
  return pickupPoints?.find(({ id }) => id === shipping.pickup_point)
}
