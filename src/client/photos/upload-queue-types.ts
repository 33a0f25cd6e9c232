import type { PendingPhotoStore } from '@/client/photos/pending-photos-db'
import type { PhotoUploadRequest, SentPhoto, UploadOptions } from '@/client/photos/upload-photo'
import type { PhotoUploads } from '@/client/store/upload-state'
import type { ApprovalImage, DocumentType } from '@/domain/checkout/checkout-state'

/** Where photos are sent, and who receives their state. */
export interface UploadContext {
  /** Identifies the order without giving access to it; empty without an order. */
  getOwner: () => string
  /** The order's token; undefined on a hand-off device. */
  getCheckoutToken: () => string | undefined
  /** The photos on the server. */
  getImages: () => readonly ApprovalImage[]
  onUploadsChange: (uploads: PhotoUploads) => void
  /** The server's photos have changed: `sentPhoto` was added, or something unknown changed. */
  onServerChange: (sentPhoto?: SentPhoto) => Promise<void>
}

export interface NewPhoto {
  image: Blob
  cropped: Blob | null
  needsReview: boolean
}

/** Dependencies, replaced in tests. */
export interface UploadQueueDeps {
  photoStore: PendingPhotoStore
  upload: (photo: PhotoUploadRequest, options: UploadOptions) => Promise<SentPhoto>
  /** Waits, or returns early when the signal aborts. */
  delay: (delayMs: number, signal: AbortSignal) => Promise<void>
  /** Runs the task while no other tab sends. */
  withLock: (task: () => Promise<void>) => Promise<void>
  now: () => number
}

/** Sends photos one at a time, across pages, until the server confirms each. */
export interface UploadQueue {
  add: (type: DocumentType, photo: NewPhoto) => Promise<void>
  /** Discards a photo that is not sent yet. */
  cancel: (type: DocumentType) => Promise<void>
  retry: (type: DocumentType) => void
  /** Resumes uploads of an earlier page, and deletes photos of other orders. */
  resume: () => Promise<void>
  close: () => void
}
