import type { CheckoutStore } from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import { hasPendingPhotos } from '@/client/store/upload-state'

/** Goes on sending photos that an earlier page has left; their queue is loaded for that alone. */
export function resumeUploads(store: CheckoutStore, sync: Sync): void {
  if (!hasPendingPhotos()) return
  import('@/client/photos/checkout-upload-queue').then(
    ({ getCheckoutQueue }) => getCheckoutQueue(store, sync).resume(),
    // They stay where they are: the next page tries again.
    () => undefined,
  )
}
