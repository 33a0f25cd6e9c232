import { arePhotosWaiting } from '@/client/photo-uploads'
import type { CheckoutStore } from '@/client/store'
import type { Sync } from '@/client/sync'

/** Goes on sending photos that an earlier page has left; their queue is loaded for that alone. */
export function resumePhotos(store: CheckoutStore, sync: Sync): void {
  if (!arePhotosWaiting()) return
  import('@/client/photo-queue-checkout').then(
    ({ checkoutQueue }) => checkoutQueue(store, sync).resume(),
    // They stay where they are: the next page tries again.
    () => undefined,
  )
}
