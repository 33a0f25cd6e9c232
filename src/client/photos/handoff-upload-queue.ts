import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ApiClient } from '@/client/api/api-client'
import { toHandoffOwner } from '@/client/photos/pending-photos-db'
import { isNotFound, type SentPhoto } from '@/client/photos/upload-photo'
import { UploadQueue } from '@/client/photos/upload-queue'
import type { PhotoUploads } from '@/client/store/upload-state'
import { listApprovalImages, removeApprovalImage } from '@/contract/operations'
import type { ApprovalImage } from '@/domain/checkout/checkout-state'
import type { OrderClosure } from '@/domain/checkout/order-closure'
import { withPhoto } from '@/domain/photos/photo-files'

/** The state of a hand-off device, which has access to photos only. */
interface HandoffState {
  images: readonly ApprovalImage[]
  uploads: PhotoUploads
  /** Why nothing can be changed here: the pass has expired, or the order takes no more photos. */
  ended: 'gone' | OrderClosure | null
}

export interface HandoffPhotos {
  queue: UploadQueue
  /** Deletes a photo; false if that failed. */
  remove: (id: string) => Promise<boolean>
}

type HandoffStore = StoreApi<HandoffState>

export const createHandoffStore = (images: readonly ApprovalImage[]): HandoffStore =>
  createStore(() => ({ images, uploads: {}, ended: null }))

/** Sends the photos of a device with a pass, whose cookie identifies the order. */
export function openHandoffPhotos(
  store: HandoffStore,
  expiresAt: string,
  api: ApiClient,
): HandoffPhotos {
  const refresh = async (): Promise<boolean> => {
    try {
      const { images, closure } = await api(listApprovalImages, { query: {} })
      store.setState({ images, ended: closure })
      return true
    } catch (error) {
      if (isNotFound(error)) store.setState({ ended: 'gone' })
      return false
    }
  }

  const onServerChange = async (sentPhoto?: SentPhoto): Promise<void> => {
    if (!sentPhoto) return void (await refresh())
    const { version: _, ...image } = sentPhoto
    store.setState(({ images }) => ({ images: withPhoto(images, image) }))
  }

  const owner = toHandoffOwner(expiresAt)
  const queue = new UploadQueue({
    order: () => ({ owner, token: undefined, images: store.getState().images }),
    store,
    onServerChange,
  })

  const remove = async (id: string): Promise<boolean> => {
    try {
      await api(removeApprovalImage, { params: { id }, query: {} })
    } catch (error) {
      // Already deleted on the other device, unless the order takes no more changes.
      return (await refresh()) && isNotFound(error)
    }
    return refresh()
  }

  return { queue, remove }
}
