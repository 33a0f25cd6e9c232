import { createStore, type StoreApi } from 'zustand/vanilla'
import { send } from '@/client/api/api-client'
import { lentOwner } from '@/client/photos/pending-photos-db'
import type { SentPhoto } from '@/client/photos/upload-photo'
import { photoQueue } from '@/client/photos/upload-queue'
import { browserTools } from '@/client/photos/upload-queue-deps'
import type { PhotoQueue } from '@/client/photos/upload-queue-types'
import { isNotFound } from '@/client/photos/upload-retry'
import type { PhotoUploads } from '@/client/store/upload-state'
import { listApprovalImages, removeApprovalImage } from '@/contract/operations'
import type { ApprovalImage } from '@/domain/checkout/checkout-state'
import { withPhoto } from '@/domain/photos/photo-files'

/** What a device knows that was let in for photos alone. */
export interface LentPhotos {
  images: readonly ApprovalImage[]
  uploads: PhotoUploads
  /** The time of the pass is over. */
  isOver: boolean
}

export interface LentDesk {
  store: StoreApi<LentPhotos>
  queue: PhotoQueue
  /** Takes a photo away; false when it could not be. */
  remove: (id: string) => Promise<boolean>
}

/** The photos of an order on a device with a pass; its cookie says for which one. */
export function lentDesk(
  pass: { images: readonly ApprovalImage[]; expiresAt: string },
  apiKey: string,
): LentDesk {
  const store = createStore<LentPhotos>(() => ({
    images: pass.images,
    uploads: {},
    isOver: false,
  }))

  const refresh = async (): Promise<boolean> => {
    try {
      const { images } = await send(listApprovalImages, apiKey, { query: {} })
      store.setState({ images })
      return true
    } catch (error) {
      if (isNotFound(error)) store.setState({ isOver: true })
      return false
    }
  }

  const changed = async (sent?: SentPhoto): Promise<void> => {
    if (!sent) return void (await refresh())
    const { version: _, ...image } = sent
    store.setState(({ images }) => ({ images: withPhoto(images, image) }))
  }

  const queue = photoQueue(
    {
      owner: () => lentOwner(pass.expiresAt),
      checkout: () => undefined,
      images: () => store.getState().images,
      show: uploads => store.setState({ uploads }),
      changed,
    },
    browserTools(),
  )

  const remove = async (id: string): Promise<boolean> => {
    try {
      await send(removeApprovalImage, apiKey, { params: { id }, query: {} })
    } catch (error) {
      // Taken away on the other device already.
      if (!isNotFound(error)) return false
    }
    return refresh()
  }

  return { store, queue, remove }
}
