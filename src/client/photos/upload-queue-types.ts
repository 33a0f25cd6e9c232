import type { PendingPhotoStore } from '@/client/photos/pending-photos-db'
import type { PhotoUploadRequest, SentPhoto, UploadOptions } from '@/client/photos/upload-photo'
import type { PhotoUploads } from '@/client/store/upload-state'
import type { ApprovalImage, DocumentType } from '@/domain/checkout/checkout-state'

/** Whose photos are sent, and who is told how they stand. */
export interface UploadContext {
  /** Names the order without opening it; empty while there is none. */
  getOwner: () => string
  /** The order's token; undefined on a device that was let in for photos alone. */
  getCheckoutToken: () => string | undefined
  /** The photos the server has. */
  getImages: () => readonly ApprovalImage[]
  onUploadsChange: (uploads: PhotoUploads) => void
  /** The server's photos have changed: by this one that has arrived, or by something unknown. */
  onServerChange: (sentPhoto?: SentPhoto) => Promise<void>
}

export interface NewPhoto {
  image: Blob
  cropped: Blob | null
  needsReview: boolean
}

/** What the queue works with; tests have their own. */
export interface UploadQueueDeps {
  photoStore: PendingPhotoStore
  upload: (photo: PhotoUploadRequest, options: UploadOptions) => Promise<SentPhoto>
  /** Rests, or is woken by the signal. */
  delay: (delayMs: number, signal: AbortSignal) => Promise<void>
  /** Runs the work while no other tab sends. */
  withLock: (task: () => Promise<void>) => Promise<void>
  now: () => number
}

/** Sends photos, one at a time, whatever page is shown, until the server has confirmed each of them. */
export interface UploadQueue {
  add: (type: DocumentType, photo: NewPhoto) => Promise<void>
  /** Lets a photo go that is not sent yet. */
  cancel: (type: DocumentType) => Promise<void>
  retry: (type: DocumentType) => void
  /** Goes on with what an earlier page has left, and deletes what another order has. */
  resume: () => Promise<void>
  close: () => void
}
