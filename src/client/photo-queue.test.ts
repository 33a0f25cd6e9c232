import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailure } from '@/client/call'
import { type PhotoHolder, type PhotoQueue, photoQueue } from '@/client/photo-queue'
import { keptPhotos, lentOwner } from '@/client/photo-queue-kept'
import type { PhotoToSend, Sending, SentPhoto } from '@/client/photo-queue-upload'
import { arePhotosWaiting, type PhotoUploads } from '@/client/photo-uploads'
import type { ApprovalImage, DocumentType } from '@/domain/checkout'
import { stubStorage } from '../../tests/support/browser-storage'

const blob = (text: string) => new Blob([text], { type: 'image/jpeg' })
const taken = (text = 'selfie') => ({ image: blob(text), cropped: null, needsReview: false })

/** An upload that the test answers. */
interface Attempt {
  photo: PhotoToSend
  sending: Sending
  answer: () => void
  fail: (failure: CallFailure) => void
}

let attempts: Attempt[]
let rests: number[]
let opened: PhotoQueue[]
let network: { onLine: boolean }

const kept = keptPhotos()

beforeEach(async () => {
  attempts = []
  rests = []
  opened = []
  network = { onLine: true }
  stubStorage()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', network)
  await kept.dropOthers('')
  await kept.dropOthers(lentOwner(''))
})

afterEach(() => {
  for (const queue of opened) queue.close()
  vi.unstubAllGlobals()
})

/** A tab with its queue. Locks are given as told; by itself every tab sends for itself. */
function tab(owner = 'order', alone = (work: () => Promise<void>) => work()) {
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
  let clock = 0
  const queue = photoQueue(holder, {
    kept: keptPhotos(),
    upload: (photo, sending) =>
      new Promise<SentPhoto>((resolve, reject) => {
        const answer = () =>
          resolve({ id: 'i1', type: photo.type, revision: 1, needs_review: false, version: 2 })
        sending.signal.addEventListener('abort', () => reject(offline))
        attempts.push({ photo, sending, answer, fail: reject })
      }),
    rest: async milliseconds => void rests.push(milliseconds),
    alone,
    now: () => ++clock,
  })
  opened.push(queue)
  const stateOf = (type: DocumentType = 'profile') => seen.uploads[type]?.state
  return { queue, seen, stateOf }
}

const offline = new CallFailure('offline', 0, { detail: 'offline' })
const refusal = (status: number, code: string, wrong?: string) =>
  new CallFailure('refused', status, {
    detail: code,
    code,
    ...(wrong && { issues: [{ field: 'image', message: `photo.${wrong}` }] }),
  })

/** The next attempt that has not been looked at. */
const attempt = (number: number): Promise<Attempt> =>
  vi.waitFor(() => attempts[number - 1] ?? expect.fail(`no attempt ${number}`))

const isKept = (owner = 'order') => kept.of(owner).then(photos => photos.length)

describe('a photo', () => {
  it('is sent with its key, and deleted here once the server has it', async () => {
    const { queue, seen, stateOf } = tab()
    await queue.add('profile', taken())
    const { photo, sending, answer } = await attempt(1)
    expect(photo).toMatchObject({ type: 'profile', checkout: 'token of order' })
    expect(photo.key).toMatch(/^[\da-f]{32}$/)
    expect(photo.replaces).toBeUndefined()
    expect(await isKept()).toBe(1)
    expect(arePhotosWaiting()).toBe(true)
    sending.onProgress(60)
    expect(seen.uploads.profile).toMatchObject({ state: 'uploading', percent: 60 })

    answer()
    await vi.waitFor(() => expect(stateOf()).toBeUndefined())
    await vi.waitFor(() => expect(arePhotosWaiting()).toBe(false))
    expect(seen.images).toMatchObject([{ id: 'i1' }])
    expect(await isKept()).toBe(0)
  })

  it('waits for the one before it', async () => {
    const { queue, stateOf } = tab()
    await queue.add('profile', taken())
    await queue.add('signature', taken())
    const first = await attempt(1)
    expect(stateOf('signature')).toBe('waiting')
    first.answer()
    const second = await attempt(2)
    expect(second.photo.type).toBe('signature')
  })

  it('is tried again after 1, 2 and 4 seconds with the same key, and then by hand', async () => {
    const { queue, stateOf } = tab()
    await queue.add('profile', taken())
    for (const number of [1, 2, 3, 4]) (await attempt(number)).fail(offline)
    await vi.waitFor(() => expect(stateOf()).toBe('failed'))
    expect(rests).toEqual([1_000, 2_000, 4_000])
    expect(await isKept()).toBe(1)

    queue.retry('profile')
    const last = await attempt(5)
    expect(new Set(attempts.map(({ photo }) => photo.key)).size).toBe(1)
    last.answer()
    await vi.waitFor(() => expect(stateOf()).toBeUndefined())
  })

  it('waits for the network, and goes on by itself', async () => {
    const { queue, stateOf } = tab()
    await queue.add('profile', taken())
    const first = await attempt(1)
    first.sending.onProgress(60)
    network.onLine = false
    window.dispatchEvent(new Event('offline'))
    await vi.waitFor(() => expect(stateOf()).toBe('offline'))
    expect(await isKept()).toBe(1)

    network.onLine = true
    window.dispatchEvent(new Event('online'))
    const second = await attempt(2)
    expect(second.photo.key).toBe(first.photo.key)
    expect(rests).toEqual([])
  })

  it('taken anew takes the place of the one on its way', async () => {
    const { queue } = tab()
    await queue.add('profile', taken('first'))
    const first = await attempt(1)
    await queue.add('profile', taken('second'))
    const second = await attempt(2)
    expect(first.sending.signal.aborted).toBe(true)
    expect(second.photo.key).not.toBe(first.photo.key)
    expect(await second.photo.image.text()).toBe('second')
    expect(await isKept()).toBe(1)
  })

  it('takes the place of the one that has arrived, even when that is gone by then', async () => {
    const { queue, seen } = tab()
    seen.images = [{ id: 'old', type: 'profile', revision: 3, needs_review: false }]
    await queue.add('profile', taken())
    const first = await attempt(1)
    expect(first.photo.replaces).toBe('old')
    first.fail(refusal(404, 'not_found'))
    const second = await attempt(2)
    expect(second.photo.replaces).toBeUndefined()
    expect(second.photo.key).toBe(first.photo.key)
  })

  it('that is cancelled is deleted here at once', async () => {
    const { queue, seen } = tab()
    await queue.add('profile', taken())
    const { sending } = await attempt(1)
    await queue.cancel('profile')
    expect(sending.signal.aborted).toBe(true)
    expect(seen.uploads).toEqual({})
    expect(await isKept()).toBe(0)
    expect(arePhotosWaiting()).toBe(false)
  })
})

describe('what the server says against a photo', () => {
  it.each([
    [refusal(422, 'unprocessable', 'type'), 'type'],
    [refusal(422, 'unprocessable', 'heic'), 'heic'],
    [refusal(413, 'too_large', 'large'), 'large'],
    // A proxy says no more than that.
    [new CallFailure('refused', 413, { detail: '' }), 'large'],
  ])('for good is told, and the photo deleted here', async (failure, wrong) => {
    const { queue, seen, stateOf } = tab()
    await queue.add('profile', taken())
    ;(await attempt(1)).fail(failure)
    await vi.waitFor(() => expect(stateOf()).toBe('rejected'))
    expect(seen.uploads.profile).toEqual({ state: 'rejected', wrong, picture: null })
    expect(await isKept()).toBe(0)
    expect(rests).toEqual([])
  })

  it('about too many is told at once, and the photo stays to be tried later', async () => {
    const { queue, seen, stateOf } = tab()
    await queue.add('profile', taken())
    ;(await attempt(1)).fail(refusal(429, 'rate_limited', 'quota'))
    await vi.waitFor(() => expect(stateOf()).toBe('failed'))
    expect(seen.uploads.profile).toMatchObject({ wrong: 'quota' })
    expect(await isKept()).toBe(1)
    expect(rests).toEqual([])
  })

  it('about a busy moment is tried again, and told when it lasts', async () => {
    const { queue, seen, stateOf } = tab()
    await queue.add('profile', taken())
    for (const number of [1, 2, 3, 4])
      (await attempt(number)).fail(refusal(503, 'unavailable', 'busy'))
    await vi.waitFor(() => expect(stateOf()).toBe('failed'))
    expect(seen.uploads.profile).toMatchObject({ wrong: 'busy' })
  })

  it('about an order that is gone lets the photo go', async () => {
    const { queue, stateOf } = tab()
    await queue.add('profile', taken())
    ;(await attempt(1)).fail(refusal(404, 'not_found'))
    await vi.waitFor(() => expect(stateOf()).toBeUndefined())
    await vi.waitFor(async () => expect(await isKept()).toBe(0))
  })
})

describe('the next page', () => {
  it('sends on what was left, with the same key', async () => {
    const before = tab()
    await before.queue.add('license_front', taken())
    const first = await attempt(1)
    before.queue.close()

    const after = tab()
    void after.queue.resume()
    const second = await attempt(2)
    expect(second.photo.key).toBe(first.photo.key)
    expect(after.stateOf('license_front')).toBe('uploading')
    second.answer()
    await vi.waitFor(async () => expect(await isKept()).toBe(0))
  })

  it('of another order deletes what was left', async () => {
    const before = tab('order')
    await before.queue.add('profile', taken())
    await attempt(1)
    before.queue.close()

    await tab('another order').queue.resume()
    expect(await isKept('order')).toBe(0)
    expect(arePhotosWaiting()).toBe(false)
    expect(attempts).toHaveLength(1)
  })

  it('of an order keeps what a device that was let in for another has', async () => {
    const lent = tab(lentOwner('2026-11-21T12:00:00Z'))
    await lent.queue.add('profile', taken())
    await attempt(1)
    await tab('order').queue.resume()
    expect(await isKept(lentOwner('2026-11-21T12:00:00Z'))).toBe(1)
  })
})

describe('two tabs', () => {
  /** One lock for both, as browsers have it. */
  function lock() {
    let last: Promise<void> = Promise.resolve()
    return (work: () => Promise<void>) => {
      last = last.then(work, work)
      return last
    }
  }

  it('send one photo at a time between them, and both tell how it stands', async () => {
    const alone = lock()
    const [one, other] = [tab('order', alone), tab('order', alone)]
    await one.queue.add('profile', taken())
    const first = await attempt(1)
    await other.queue.add('signature', taken())
    first.sending.onProgress(40)
    await vi.waitFor(() =>
      expect(other.seen.uploads.profile).toMatchObject({ state: 'uploading', percent: 40 }),
    )
    expect(attempts).toHaveLength(1)

    first.answer()
    const second = await attempt(2)
    second.answer()
    await vi.waitFor(() => {
      expect(one.seen.uploads).toEqual({})
      expect(other.seen.uploads).toEqual({})
    })
    expect(attempts.map(({ photo }) => photo.type)).toEqual(['profile', 'signature'])
  })

  it('let one cancel what the other sends', async () => {
    const alone = lock()
    const [one, other] = [tab('order', alone), tab('order', alone)]
    await one.queue.add('profile', taken())
    const { sending } = await attempt(1)
    await vi.waitFor(() => expect(other.stateOf()).toBeDefined())
    await other.queue.cancel('profile')
    await vi.waitFor(() => expect(sending.signal.aborted).toBe(true))
    await vi.waitFor(() => expect(one.seen.uploads).toEqual({}))
    expect(await isKept()).toBe(0)
  })
})

it('a browser that keeps nothing sends photos all the same', async () => {
  vi.stubGlobal('indexedDB', undefined)
  const { queue, seen, stateOf } = tab()
  await queue.add('profile', taken())
  ;(await attempt(1)).answer()
  await vi.waitFor(() => expect(stateOf()).toBeUndefined())
  expect(seen.images).toHaveLength(1)
})
