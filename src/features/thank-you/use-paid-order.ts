import { useCheckout } from '@/client/checkout/checkout-provider'
import { optimisticState } from '@/client/store/checkout-store'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { findMissingPhotoTypes } from '@/domain/photos/photo-files'

/**
 * The paid order of this checkout; pages that use it are only served for a paid one. No permit is made
 * for an order that was refunded as a whole.
 */
export function usePaidOrder() {
  const state = useCheckout(optimisticState)
  const order = useCheckout(({ checkout }) => checkout.order)
  return { state, order, isRefunded: order?.status === 'refunded' }
}

/** Photos that the permit still needs. */
export const listMissingPhotos = ({ approval_documents: { images } }: CheckoutState) =>
  findMissingPhotoTypes(images)
