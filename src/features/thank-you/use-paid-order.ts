import { useCheckout } from '@/client/checkout/checkout-provider'
import { visibleState } from '@/client/store/checkout-store'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { missingPhotos as missingAmong } from '@/domain/photos/photo-files'

/** The paid order of this checkout; a page that shows it is only served when there is one. */
export function usePaidOrder() {
  const state = useCheckout(visibleState)
  const order = useCheckout(({ checkout }) => checkout.order)
  return { state, order }
}

/** The photos that the permit still waits for. */
export const missingPhotos = ({ approval_documents: { images } }: CheckoutState) =>
  missingAmong(images)
