import { createPendingPhotoStore } from '@/client/photos/pending-photos-db'
import { uploadPhoto } from '@/client/photos/upload-photo'
import type { UploadQueueDeps } from '@/client/photos/upload-queue-types'

/** The browser dependencies of an upload queue. */
export const createBrowserDeps = (): UploadQueueDeps => ({
  photoStore: createPendingPhotoStore(),
  upload: uploadPhoto,
  delay,
  withLock,
  now: Date.now,
})

const delay = (delayMs: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, delayMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Without Web Locks each tab sends on its own: idempotency keys prevent duplicates. */
const withLock = async (task: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('ida-checkout-photos', task) : task()
