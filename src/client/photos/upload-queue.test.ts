import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiClientError } from '@/client/api/api-client-error'
import { hasPendingPhotos } from '@/client/store/upload-state'
import {
  buildPhoto,
  offline,
  openPhotoBrowser,
  type PhotoBrowser,
} from '../../../tests/support/photo-browser'

let browser: PhotoBrowser

beforeEach(async () => {
  browser = await openPhotoBrowser()
})

afterEach(() => browser.close())

const createRefusal = (status: number, code: string, wrong?: string) =>
  new ApiClientError('refused', status, {
    detail: code,
    code,
    ...(wrong && { issues: [{ field: 'image', message: `photo.${wrong}` }] }),
  })

describe('a photo', () => {
  it('is sent with its key, and deleted here once the server has it', async () => {
    const { queue, seen, readState } = browser.tab()
    await queue.add('profile', buildPhoto())
    const { photo, sending, answer } = await browser.attempt(1)
    expect(photo).toMatchObject({ type: 'profile', checkout: 'token of order' })
    expect(photo.key).toMatch(/^[\da-f]{32}$/)
    expect(photo.replaces).toBeUndefined()
    expect(await browser.countPending()).toBe(1)
    expect(hasPendingPhotos()).toBe(true)
    sending.onProgress(60)
    expect(seen.uploads.profile).toMatchObject({ state: 'uploading', percent: 60 })

    answer()
    await vi.waitFor(() => expect(readState()).toBeUndefined())
    await vi.waitFor(() => expect(hasPendingPhotos()).toBe(false))
    expect(seen.images).toMatchObject([{ id: 'i1' }])
    expect(await browser.countPending()).toBe(0)
  })

  it('waits for the previous one', async () => {
    const { queue, readState } = browser.tab()
    await queue.add('profile', buildPhoto())
    await queue.add('signature', buildPhoto())
    const first = await browser.attempt(1)
    expect(readState('signature')).toBe('waiting')
    first.answer()
    const second = await browser.attempt(2)
    expect(second.photo.type).toBe('signature')
  })

  it('is retried after 1, 2 and 4 seconds with the same key, then on request', async () => {
    const { queue, readState } = browser.tab()
    await queue.add('profile', buildPhoto())
    for (const attemptNumber of [1, 2, 3, 4]) (await browser.attempt(attemptNumber)).fail(offline)
    await vi.waitFor(() => expect(readState()).toBe('failed'))
    expect(browser.backoffs).toEqual([1_000, 2_000, 4_000])
    expect(await browser.countPending()).toBe(1)

    queue.retry('profile')
    const last = await browser.attempt(5)
    expect(new Set(browser.attempts.map(({ photo }) => photo.key)).size).toBe(1)
    last.answer()
    await vi.waitFor(() => expect(readState()).toBeUndefined())
  })

  it('continues its upload: in the next attempt, and on the page after this one', async () => {
    const { queue } = browser.tab()
    await queue.add('profile', buildPhoto())
    const first = await browser.attempt(1)
    expect(first.photo.uploadId).toBeUndefined()
    first.sending.onStarted('upload 1')
    first.fail(offline)
    const second = await browser.attempt(2)
    expect(second.photo.uploadId).toBe('upload 1')
    second.sending.onStarted('upload 2')
    await vi.waitFor(async () =>
      expect(await browser.readUploadIds()).toEqual([['profile', 'upload 2']]),
    )
    queue.close()
    void browser.tab().queue.resume()
    expect((await browser.attempt(3)).photo.uploadId).toBe('upload 2')
  })

  it('that gets further with each attempt is not given up', async () => {
    const { queue, readState } = browser.tab()
    await queue.add('profile', buildPhoto())
    for (let number = 1; number <= 9; number += 1) {
      const { sending, fail } = await browser.attempt(number)
      sending.onStored(100 * Math.min(number, 6))
      fail(offline)
    }
    await vi.waitFor(() => expect(readState()).toBe('failed'))
    expect(browser.backoffs).toEqual([...Array(6).fill(1_000), 2_000, 4_000])
  })

  it('waits for the network and resumes automatically', async () => {
    const { queue, readState } = browser.tab()
    await queue.add('profile', buildPhoto())
    const first = await browser.attempt(1)
    first.sending.onProgress(60)
    browser.network.onLine = false
    window.dispatchEvent(new Event('offline'))
    await vi.waitFor(() => expect(readState()).toBe('offline'))
    expect(await browser.countPending()).toBe(1)

    browser.network.onLine = true
    window.dispatchEvent(new Event('online'))
    const second = await browser.attempt(2)
    expect(second.photo.key).toBe(first.photo.key)
    expect(browser.backoffs).toEqual([])
  })

  it('replaces one of the same type that is being sent', async () => {
    const { queue } = browser.tab()
    await queue.add('profile', buildPhoto('first'))
    const first = await browser.attempt(1)
    await queue.add('profile', buildPhoto('second'))
    const second = await browser.attempt(2)
    expect(first.sending.signal.aborted).toBe(true)
    expect(second.photo.key).not.toBe(first.photo.key)
    expect(await second.photo.image.text()).toBe('second')
    expect(await browser.countPending()).toBe(1)
  })

  it('replaces the uploaded one, even if that was deleted meanwhile', async () => {
    const { queue, seen } = browser.tab()
    seen.images = [{ id: 'old', type: 'profile', revision: 3, needs_review: false }]
    await queue.add('profile', buildPhoto())
    const first = await browser.attempt(1)
    expect(first.photo.replaces).toBe('old')
    first.fail(createRefusal(404, 'not_found'))
    const second = await browser.attempt(2)
    expect(second.photo.replaces).toBeUndefined()
    expect(second.photo.key).toBe(first.photo.key)
  })

  it('that is cancelled is deleted here immediately', async () => {
    const { queue, seen } = browser.tab()
    await queue.add('profile', buildPhoto())
    const { sending } = await browser.attempt(1)
    await queue.cancel('profile')
    expect(sending.signal.aborted).toBe(true)
    expect(seen.uploads).toEqual({})
    expect(await browser.countPending()).toBe(0)
    expect(hasPendingPhotos()).toBe(false)
  })
})

describe('a refusal of the server', () => {
  it.each([
    [createRefusal(422, 'unprocessable', 'type'), 'type'],
    [createRefusal(422, 'unprocessable', 'heic'), 'heic'],
    [createRefusal(413, 'too_large', 'large'), 'large'],
    // A proxy's error has no code.
    [new ApiClientError('refused', 413, { detail: '' }), 'large'],
  ])('that is final is shown, and the photo is deleted here', async (error, wrong) => {
    const { queue, seen, readState } = browser.tab()
    await queue.add('profile', buildPhoto())
    ;(await browser.attempt(1)).fail(error)
    await vi.waitFor(() => expect(readState()).toBe('rejected'))
    expect(seen.uploads.profile).toEqual({ state: 'rejected', wrong, picture: null })
    expect(await browser.countPending()).toBe(0)
    expect(browser.backoffs).toEqual([])
  })

  it('for too many photos is shown immediately, and the photo stays for a later retry', async () => {
    const { queue, seen, readState } = browser.tab()
    await queue.add('profile', buildPhoto())
    ;(await browser.attempt(1)).fail(createRefusal(429, 'rate_limited', 'quota'))
    await vi.waitFor(() => expect(readState()).toBe('failed'))
    expect(seen.uploads.profile).toMatchObject({ wrong: 'quota' })
    expect(await browser.countPending()).toBe(1)
    expect(browser.backoffs).toEqual([])
  })

  it('that is temporary is retried, and shown if it persists', async () => {
    const { queue, seen, readState } = browser.tab()
    await queue.add('profile', buildPhoto())
    for (const attemptNumber of [1, 2, 3, 4])
      (await browser.attempt(attemptNumber)).fail(createRefusal(503, 'unavailable', 'busy'))
    await vi.waitFor(() => expect(readState()).toBe('failed'))
    expect(seen.uploads.profile).toMatchObject({ wrong: 'busy' })
  })

  it('for an order that is gone discards the photo', async () => {
    const { queue, readState } = browser.tab()
    await queue.add('profile', buildPhoto())
    ;(await browser.attempt(1)).fail(createRefusal(404, 'not_found'))
    await vi.waitFor(() => expect(readState()).toBeUndefined())
    await vi.waitFor(async () => expect(await browser.countPending()).toBe(0))
  })
})
