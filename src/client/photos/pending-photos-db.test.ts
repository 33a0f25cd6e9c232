import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lentOwner } from '@/client/photos/pending-photos-db'
import { arePhotosWaiting } from '@/client/store/upload-state'
import { openPhotoBrowser, type PhotoBrowser, taken } from '../../../tests/support/photo-browser'

let browser: PhotoBrowser

beforeEach(async () => {
  browser = await openPhotoBrowser()
})

afterEach(() => browser.close())

describe('the next page', () => {
  it('sends on what was left, with the same key', async () => {
    const before = browser.tab()
    await before.queue.add('license_front', taken())
    const first = await browser.attempt(1)
    before.queue.close()

    const after = browser.tab()
    void after.queue.resume()
    const second = await browser.attempt(2)
    expect(second.photo.key).toBe(first.photo.key)
    expect(after.stateOf('license_front')).toBe('uploading')
    second.answer()
    await vi.waitFor(async () => expect(await browser.keptCount()).toBe(0))
  })

  it('of another order deletes what was left', async () => {
    const before = browser.tab('order')
    await before.queue.add('profile', taken())
    await browser.attempt(1)
    before.queue.close()

    await browser.tab('another order').queue.resume()
    expect(await browser.keptCount('order')).toBe(0)
    expect(arePhotosWaiting()).toBe(false)
    expect(browser.attempts).toHaveLength(1)
  })

  it('of an order keeps what a device that was let in for another has', async () => {
    const lent = browser.tab(lentOwner('2026-11-21T12:00:00Z'))
    await lent.queue.add('profile', taken())
    await browser.attempt(1)
    await browser.tab('order').queue.resume()
    expect(await browser.keptCount(lentOwner('2026-11-21T12:00:00Z'))).toBe(1)
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
    const [one, other] = [browser.tab('order', alone), browser.tab('order', alone)]
    await one.queue.add('profile', taken())
    const first = await browser.attempt(1)
    await other.queue.add('signature', taken())
    first.sending.onProgress(40)
    await vi.waitFor(() =>
      expect(other.seen.uploads.profile).toMatchObject({ state: 'uploading', percent: 40 }),
    )
    expect(browser.attempts).toHaveLength(1)

    first.answer()
    const second = await browser.attempt(2)
    second.answer()
    await vi.waitFor(() => {
      expect(one.seen.uploads).toEqual({})
      expect(other.seen.uploads).toEqual({})
    })
    expect(browser.attempts.map(({ photo }) => photo.type)).toEqual(['profile', 'signature'])
  })

  it('let one cancel what the other sends', async () => {
    const alone = lock()
    const [one, other] = [browser.tab('order', alone), browser.tab('order', alone)]
    await one.queue.add('profile', taken())
    const { sending } = await browser.attempt(1)
    await vi.waitFor(() => expect(other.stateOf()).toBeDefined())
    await other.queue.cancel('profile')
    await vi.waitFor(() => expect(sending.signal.aborted).toBe(true))
    await vi.waitFor(() => expect(one.seen.uploads).toEqual({}))
    expect(await browser.keptCount()).toBe(0)
  })
})

it('a browser that keeps nothing sends photos all the same', async () => {
  vi.stubGlobal('indexedDB', undefined)
  const { queue, seen, stateOf } = browser.tab()
  await queue.add('profile', taken())
  ;(await browser.attempt(1)).answer()
  await vi.waitFor(() => expect(stateOf()).toBeUndefined())
  expect(seen.images).toHaveLength(1)
})
