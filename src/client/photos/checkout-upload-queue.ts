import type { SentPhoto } from '@/client/photos/upload-photo'
import { photoQueue } from '@/client/photos/upload-queue'
import { browserTools } from '@/client/photos/upload-queue-deps'
import type { PhotoQueue } from '@/client/photos/upload-queue-types'
import { adopt, type CheckoutStore } from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import { nameOf } from '@/client/store/draft-storage'
import { withPhoto } from '@/domain/photos/photo-files'

const queues = new WeakMap<CheckoutStore, PhotoQueue>()

/** The photo queue of this tab's checkout. */
export function checkoutQueue(store: CheckoutStore, sync: Sync): PhotoQueue {
  const known = queues.get(store)
  if (known) return known
  const token = () => store.getState().checkout.token
  const queue = photoQueue(
    {
      owner: () => nameOf(token()),
      checkout: token,
      images: () => store.getState().checkout.state.approval_documents.images,
      show: uploads => store.setState({ uploads }),
      changed: sent => tookPhoto(store, sync, sent),
    },
    browserTools(),
  )
  queues.set(store, queue)
  // What was meant for one order is never sent to another.
  store.subscribe(({ checkout }, before) => {
    if (before.checkout.token && checkout.token !== before.checkout.token) {
      store.setState({ uploads: {} })
      void queue.resume()
    }
  })
  return queue
}

/** Puts the photo on this tab's copy; where more has changed besides, the server's copy is read. */
async function tookPhoto(store: CheckoutStore, sync: Sync, sent?: SentPhoto): Promise<void> {
  const { checkout } = store.getState()
  if (sent?.version !== checkout.version + 1) return sync.refresh()
  const { version, ...image } = sent
  const { approval_documents: documents } = checkout.state
  adopt(store, {
    ...checkout,
    version,
    state: {
      ...checkout.state,
      approval_documents: { ...documents, images: withPhoto(documents.images, image) },
    },
  })
}
