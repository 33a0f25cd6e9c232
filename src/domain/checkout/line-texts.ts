import type { CheckoutState } from '@/domain/checkout/checkout-state'

/** What names the delivery and the discount of an order. */
export interface NamedLines extends Pick<CheckoutState, 'deliveryMethod'> {
  selectedShippingMethod: { code: string; name: string } | null
  coupon: { name: string; discount_type: string; amount: number } | null
}

/** The `common` text that names the delivery, in the summary, the receipt and the mails. */
export function describeDelivery({
  deliveryMethod,
  selectedShippingMethod: method,
}: Pick<NamedLines, 'deliveryMethod' | 'selectedShippingMethod'>) {
  const isPickup = deliveryMethod === 'pickupPoints'
  if (method && !isPickup)
    return { key: `delivery.methods.${method.code}`, values: { defaultValue: method.name } }
  return { key: isPickup ? 'delivery.pickup' : 'delivery.name', values: { defaultValue: '' } }
}

/**
 * The `common` text that names a coupon; the shop's welcome discount is named without its code, which
 * is shown below.
 */
export function describeCoupon(
  name: string,
  { coupon, promoCoupon }: Pick<NamedLines, 'coupon'> & { promoCoupon: string | null },
) {
  const isWelcome =
    coupon?.discount_type === 'percentage' &&
    coupon.name === name &&
    name.toLowerCase() === promoCoupon?.toLowerCase()
  return isWelcome
    ? ({ key: 'coupon.welcome', values: { percent: coupon.amount }, sub: name } as const)
    : ({ key: 'coupon.name', values: { name }, sub: undefined } as const)
}
