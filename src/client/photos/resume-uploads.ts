import type { CheckoutStore } from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import { hasPendingPhotos } from '@/client/store/upload-state'

/** Resumes uploads that an earlier page left; loads the queue only if there are any. */
export function resumeUploads(store: CheckoutStore, sync: Sync): void {
  if (!hasPendingPhotos()) return
  import('@/client/photos/checkout-upload-queue').then(
    ({ getCheckoutQueue }) => getCheckoutQueue(store, sync).resume(),
    // The photos stay stored: the next page tries again.
    () => undefined,
  )
}
