import 'fake-indexeddb/auto'
import { expect, vi } from 'vitest'
import { ApiClientError } from '@/client/api/api-client-error'
import { PendingPhotoStore, toHandoffOwner } from '@/client/photos/pending-photos-db'
import type { PhotoUploadRequest, SentPhoto, UploadDeps } from '@/client/photos/upload-photo'
import { UploadQueue, type UploadTarget } from '@/client/photos/upload-queue'
import type { PhotoUploads } from '@/client/store/upload-state'
import type { ApprovalImage } from '@/domain/checkout/checkout-state'
import type { DocumentType } from '@/domain/data/document-types'
import { stubStorage } from './browser-storage'

type Sending = Parameters<UploadDeps['upload']>[1]

/** An upload that the test resolves. */
interface UploadAttempt {
  photo: PhotoUploadRequest
  sending: Sending
  answer: () => void
  fail: (failure: ApiClientError) => void
}

type WithLock = (work: () => Promise<void>) => Promise<void>

export type PhotoBrowser = Awaited<ReturnType<typeof openPhotoBrowser>>

/** A photo just taken. */
export const buildPhoto = (text = 'selfie') => ({
  image: new Blob([text], { type: 'image/jpeg' }),
  cropped: null,
  needsReview: false,
})

export const offline = new ApiClientError('offline', 0, { detail: 'offline' })

const photoStore = new PendingPhotoStore()

/** Simulates a browser that is online and has no stored photos. */
export async function openPhotoBrowser() {
  const attempts: UploadAttempt[] = []
  const backoffs: number[] = []
  const queues: UploadQueue[] = []
  const network = { onLine: true }
  stubStorage()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', network)
  await photoStore.dropOthers('')
  await photoStore.dropOthers(toHandoffOwner(''))

  /** A tab with its upload queue. Without `withLock` every tab uploads independently. */
  function tab(owner = 'order', withLock: WithLock = work => work()) {
    const { target, seen } = createTarget(owner)
    let clock = 0
    const queue = new UploadQueue(target, {
      photoStore: new PendingPhotoStore(),
      upload: createUpload(attempts),
      delay: async milliseconds => void backoffs.push(milliseconds),
      withLock,
      now: () => ++clock,
    })
    queues.push(queue)
    const readState = (type: DocumentType = 'profile') => seen.uploads[type]?.state
    return { queue, seen, readState }
  }

  /** Waits for the upload with this number, from 1. */
  const attempt = (number: number): Promise<UploadAttempt> =>
    vi.waitFor(() => attempts[number - 1] ?? expect.fail(`no attempt ${number}`))

  /** Number of an order's photos still in the browser. */
  const countPending = (owner = 'order') =>
    photoStore.listByOwner(owner).then(photos => photos.length)

  /** The uploads that the order's photos have begun, by type. */
  const readUploadIds = (owner = 'order') =>
    photoStore
      .listByOwner(owner)
      .then(photos => photos.map(({ type, uploadId }) => [type, uploadId]))

  function close() {
    for (const queue of queues) queue.close()
    vi.unstubAllGlobals()
  }

  return { attempts, backoffs, network, tab, attempt, countPending, readUploadIds, close }
}

/** Target of a tab: whose photos it uploads, and what the page has shown. */
function createTarget(owner: string) {
  const seen = { uploads: {} as PhotoUploads, images: [] as ApprovalImage[], owner }
  const target: UploadTarget = {
    order: () => ({ owner: seen.owner, token: `token of ${seen.owner}`, images: seen.images }),
    store: { getState: () => seen, setState: change => Object.assign(seen, change) },
    onServerChange: async sent => {
      if (sent) seen.images = [...seen.images.filter(({ type }) => type !== sent.type), sent]
    },
  }
  return { target, seen }
}

const createUpload = (attempts: UploadAttempt[]) => (photo: PhotoUploadRequest, sending: Sending) =>
  new Promise<SentPhoto>((resolve, reject) => {
    const answer = () =>
      resolve({ id: 'i1', type: photo.type, revision: 1, needs_review: false, version: 2 })
    sending.signal.addEventListener('abort', () => reject(offline))
    attempts.push({ photo, sending, answer, fail: reject })
  })
