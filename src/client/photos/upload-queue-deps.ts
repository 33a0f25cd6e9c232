import { keptPhotos } from '@/client/photos/pending-photos-db'
import { uploadPhoto } from '@/client/photos/upload-photo'
import type { QueueTools } from '@/client/photos/upload-queue-types'

/** What a photo queue works with in a browser. */
export const browserTools = (): QueueTools => ({
  kept: keptPhotos(),
  upload: uploadPhoto,
  rest,
  alone,
  now: Date.now,
})

const rest = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Where browsers have no locks each tab sends for itself: the keys keep a photo from being taken twice. */
const alone = async (work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('ida-checkout-photos', work) : work()
