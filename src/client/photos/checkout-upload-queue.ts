import type { SentPhoto } from '@/client/photos/upload-photo'
import { UploadQueue } from '@/client/photos/upload-queue'
import { acceptServerState, type CheckoutStore } from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import { tokenPrefixOf } from '@/client/store/draft-storage'
import { withPhoto } from '@/domain/photos/photo-files'

const queues = new WeakMap<CheckoutStore, UploadQueue>()

/** The photo queue of this tab's checkout. */
export function getCheckoutQueue(store: CheckoutStore, sync: Sync): UploadQueue {
  const existing = queues.get(store)
  if (existing) return existing
  const queue = new UploadQueue({
    order: () => {
      const { token, state } = store.getState().checkout
      return { owner: tokenPrefixOf(token), token, images: state.approval_documents.images }
    },
    store,
    onServerChange: sentPhoto => applySentPhoto(store, sync, sentPhoto),
  })
  queues.set(store, queue)
  // Photos of one order must never be sent to another.
  store.subscribe(({ checkout }, previous) => {
    if (previous.checkout.token && checkout.token !== previous.checkout.token) {
      store.setState({ uploads: {} })
      void queue.resume()
    }
  })
  return queue
}

/** Adds the photo to the store; if the server has other changes too, reads its copy. */
async function applySentPhoto(
  store: CheckoutStore,
  sync: Sync,
  sentPhoto?: SentPhoto,
): Promise<void> {
  const { checkout } = store.getState()
  if (sentPhoto?.version !== checkout.version + 1) return sync.refresh()
  const { version, ...image } = sentPhoto
  const { approval_documents: documents } = checkout.state
  acceptServerState(store, {
    ...checkout,
    version,
    state: {
      ...checkout.state,
      approval_documents: { ...documents, images: withPhoto(documents.images, image) },
    },
  })
}
