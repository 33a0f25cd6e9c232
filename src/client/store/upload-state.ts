import { readStorage, writeStorage } from '@/client/browser/web-storage'
import type { DocumentType } from '@/domain/data/document-types'
import type { PhotoErrorCode } from '@/domain/photos/photo-files'

/** State of a photo that is not on the server yet. */
export type UploadState =
  | { state: 'waiting' }
  | { state: 'uploading'; percent: number }
  | { state: 'offline' }
  /** Stored, and can be retried; `wrong` is the server's reason, if it gave one. */
  | { state: 'failed'; wrong: PhotoErrorCode | null }
  /** Refused for good, and deleted. */
  | { state: 'rejected'; wrong: PhotoErrorCode }

export type PhotoUpload = UploadState & {
  /** The image to show; null in a tab that learns of it by broadcast. */
  picture: Blob | null
}

export type PhotoUploads = Partial<Record<DocumentType, PhotoUpload>>

const pendingPhotosKey = 'ida-checkout-photos'
/** localStorage key of the hashes of added photos. */
export const fileHashesKey = 'ida-checkout-photo-prints'

/** Records, for every page of this browser, that photos wait for upload. */
export const writePendingPhotosFlag = (hasPending: boolean): void =>
  writeStorage(pendingPhotosKey, hasPending ? '1' : null)

/** Whether photos wait for upload; only then is the queue loaded. */
export const hasPendingPhotos = (): boolean => readStorage(pendingPhotosKey) !== null
