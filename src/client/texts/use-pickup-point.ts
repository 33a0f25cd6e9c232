import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { optimisticState } from '@/client/store/checkout-store'
import type { PickupPoint } from '@/domain/links/partner-offer'

/** The chosen pickup point; undefined with delivery, and until a point is chosen. */
export function usePickupPoint(): PickupPoint | undefined {
  const { pickupPoints } = usePage()
  const { shipping } = useCheckout(optimisticState)
  return pickupPoints?.find(({ id }) => id === shipping.pickup_point)
}
