import { useCheckout } from '@/client/checkout/checkout-provider'
import { optimisticState } from '@/client/store/checkout-store'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { findMissingPhotoTypes } from '@/domain/photos/photo-files'

/** The paid order of this checkout; a page that shows it is only served when there is one. */
export function usePaidOrder() {
  const state = useCheckout(optimisticState)
  const order = useCheckout(({ checkout }) => checkout.order)
  return { state, order }
}

/** The photos that the permit still waits for. */
export const listMissingPhotos = ({ approval_documents: { images } }: CheckoutState) =>
  findMissingPhotoTypes(images)
