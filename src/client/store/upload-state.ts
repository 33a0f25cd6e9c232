import { readStorage, writeStorage } from '@/client/browser/web-storage'
import type { DocumentType } from '@/domain/checkout/checkout-state'
import type { PhotoErrorCode } from '@/domain/photos/photo-files'

/** How a photo stands that the server does not have yet. */
export type UploadState =
  | { state: 'waiting' }
  | { state: 'uploading'; percent: number }
  | { state: 'offline' }
  /** Kept, and can be tried again; `wrong` is what the server said, if it said anything. */
  | { state: 'failed'; wrong: PhotoErrorCode | null }
  /** Refused for good, and not kept. */
  | { state: 'rejected'; wrong: PhotoErrorCode }

export type PhotoUpload = UploadState & {
  /** What it shows; null in a tab that only hears of it. */
  picture: Blob | null
}

export type PhotoUploads = Partial<Record<DocumentType, PhotoUpload>>

const pendingPhotosKey = 'ida-checkout-photos'
/** Where the fingerprints of added photos are kept. */
export const fileHashesKey = 'ida-checkout-photo-prints'

/** Remembers, for every page of this browser, that photos wait here to be sent. */
export const writePendingPhotosFlag = (hasPending: boolean): void =>
  writeStorage(pendingPhotosKey, hasPending ? '1' : null)

/** Whether photos wait here to be sent; only then is their queue worth loading. */
export const hasPendingPhotos = (): boolean => readStorage(pendingPhotosKey) !== null
