import { useCheckoutState, usePage } from '@/client/checkout/checkout-provider'
import { useTranslation } from '@/client/texts/use-translation'
import type { ShippingMethod } from '@/domain/catalog/shipping-methods'
import { describeDelivery, type NamedLines } from '@/domain/checkout/line-texts'
import type { PickupPoint } from '@/domain/links/partner-offer'

/** The name of a shipping method in the customer's language; brand names are not translated. */
export function useMethodName() {
  const { t } = useTranslation('common')
  return ({ code, name }: Pick<ShippingMethod, 'code' | 'name'>): string =>
    t(`delivery.methods.${code}`, { defaultValue: name })
}

/** The name of an order's delivery, in its summary and its receipt. */
export function useDeliveryName(
  order: Pick<NamedLines, 'deliveryMethod' | 'selectedShippingMethod'>,
): string {
  const { t } = useTranslation('common')
  const { key, values } = describeDelivery(order)
  return t(key, values)
}

/** The chosen pickup point; undefined with delivery, and until a point is chosen. */
export function usePickupPoint(): PickupPoint | undefined {
  const { pickupPoints } = usePage()
  const { shipping } = useCheckoutState('shipping')
  return pickupPoints?.find(({ id }) => id === shipping.pickup_point)
}
