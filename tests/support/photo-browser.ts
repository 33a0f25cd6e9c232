import 'fake-indexeddb/auto'
import { expect, vi } from 'vitest'
import { CallFailure } from '@/client/api/api-client'
import { keptPhotos, lentOwner } from '@/client/photos/pending-photos-db'
import type { PhotoToSend, Sending, SentPhoto } from '@/client/photos/upload-photo'
import { photoQueue } from '@/client/photos/upload-queue'
import type { PhotoHolder, PhotoQueue } from '@/client/photos/upload-queue-types'
import type { PhotoUploads } from '@/client/store/upload-state'
import type { ApprovalImage, DocumentType } from '@/domain/checkout/checkout-state'
import { stubStorage } from './browser-storage'

/** An upload that the test answers. */
interface Attempt {
  photo: PhotoToSend
  sending: Sending
  answer: () => void
  fail: (failure: CallFailure) => void
}

type Alone = (work: () => Promise<void>) => Promise<void>

export type PhotoBrowser = Awaited<ReturnType<typeof openPhotoBrowser>>

/** A photo that a customer has just taken. */
export const taken = (text = 'selfie') => ({
  image: new Blob([text], { type: 'image/jpeg' }),
  cropped: null,
  needsReview: false,
})

export const offline = new CallFailure('offline', 0, { detail: 'offline' })

const kept = keptPhotos()

/** Gives the code under test a browser that has its network and no photo yet. */
export async function openPhotoBrowser() {
  const attempts: Attempt[] = []
  const rests: number[] = []
  const opened: PhotoQueue[] = []
  const network = { onLine: true }
  stubStorage()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', network)
  await kept.dropOthers('')
  await kept.dropOthers(lentOwner(''))

  /** A tab with its queue. Locks are given as told; by itself every tab sends for itself. */
  function tab(owner = 'order', alone: Alone = work => work()) {
    const { holder, seen } = watchedHolder(owner)
    let clock = 0
    const queue = photoQueue(holder, {
      kept: keptPhotos(),
      upload: uploadTo(attempts),
      rest: async milliseconds => void rests.push(milliseconds),
      alone,
      now: () => ++clock,
    })
    opened.push(queue)
    const stateOf = (type: DocumentType = 'profile') => seen.uploads[type]?.state
    return { queue, seen, stateOf }
  }

  /** Waits for an upload to begin; the first is number 1. */
  const attempt = (number: number): Promise<Attempt> =>
    vi.waitFor(() => attempts[number - 1] ?? expect.fail(`no attempt ${number}`))

  /** How many photos of an order the browser still has. */
  const keptCount = (owner = 'order') => kept.of(owner).then(photos => photos.length)

  function close() {
    for (const queue of opened) queue.close()
    vi.unstubAllGlobals()
  }

  return { attempts, rests, network, tab, attempt, keptCount, close }
}

/** Whose photos a tab sends, and what it has been shown of them. */
function watchedHolder(owner: string) {
  const seen = { uploads: {} as PhotoUploads, images: [] as ApprovalImage[], owner }
  const holder: PhotoHolder = {
    owner: () => seen.owner,
    checkout: () => `token of ${seen.owner}`,
    images: () => seen.images,
    show: uploads => {
      seen.uploads = uploads
    },
    changed: async sent => {
      if (sent) seen.images = [...seen.images.filter(({ type }) => type !== sent.type), sent]
    },
  }
  return { holder, seen }
}

const uploadTo = (attempts: Attempt[]) => (photo: PhotoToSend, sending: Sending) =>
  new Promise<SentPhoto>((resolve, reject) => {
    const answer = () =>
      resolve({ id: 'i1', type: photo.type, revision: 1, needs_review: false, version: 2 })
    sending.signal.addEventListener('abort', () => reject(offline))
    attempts.push({ photo, sending, answer, fail: reject })
  })
