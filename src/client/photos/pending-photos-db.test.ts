import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toHandoffOwner } from '@/client/photos/pending-photos-db'
import { hasPendingPhotos } from '@/client/store/upload-state'
import {
  buildPhoto,
  openPhotoBrowser,
  type PhotoBrowser,
} from '../../../tests/support/photo-browser'

let browser: PhotoBrowser

beforeEach(async () => {
  browser = await openPhotoBrowser()
})

afterEach(() => browser.close())

describe('the next page', () => {
  it('sends the remaining photos with the same key', async () => {
    const previousTab = browser.tab()
    await previousTab.queue.add('license_front', buildPhoto())
    const first = await browser.attempt(1)
    previousTab.queue.close()

    const nextTab = browser.tab()
    void nextTab.queue.resume()
    const second = await browser.attempt(2)
    expect(second.photo.key).toBe(first.photo.key)
    expect(nextTab.readState('license_front')).toBe('uploading')
    second.answer()
    await vi.waitFor(async () => expect(await browser.countPending()).toBe(0))
  })

  it('of another order deletes the remaining photos', async () => {
    const previousTab = browser.tab('order')
    await previousTab.queue.add('profile', buildPhoto())
    await browser.attempt(1)
    previousTab.queue.close()

    await browser.tab('another order').queue.resume()
    expect(await browser.countPending('order')).toBe(0)
    expect(hasPendingPhotos()).toBe(false)
    expect(browser.attempts).toHaveLength(1)
  })

  it('of an order does not delete the photos of a hand-off device', async () => {
    const handoffTab = browser.tab(toHandoffOwner('2026-11-21T12:00:00Z'))
    await handoffTab.queue.add('profile', buildPhoto())
    await browser.attempt(1)
    await browser.tab('order').queue.resume()
    expect(await browser.countPending(toHandoffOwner('2026-11-21T12:00:00Z'))).toBe(1)
  })
})

describe('two tabs', () => {
  /** One lock for both tabs, as browsers have it. */
  function createLock() {
    let lastTask: Promise<void> = Promise.resolve()
    return (task: () => Promise<void>) => {
      lastTask = lastTask.then(task, task)
      return lastTask
    }
  }

  it('send one photo at a time together, and both show the progress', async () => {
    const withLock = createLock()
    const [firstTab, secondTab] = [browser.tab('order', withLock), browser.tab('order', withLock)]
    await firstTab.queue.add('profile', buildPhoto())
    const first = await browser.attempt(1)
    await secondTab.queue.add('signature', buildPhoto())
    first.sending.onProgress(40)
    await vi.waitFor(() =>
      expect(secondTab.seen.uploads.profile).toMatchObject({ state: 'uploading', percent: 40 }),
    )
    expect(browser.attempts).toHaveLength(1)

    first.answer()
    const second = await browser.attempt(2)
    second.answer()
    await vi.waitFor(() => {
      expect(firstTab.seen.uploads).toEqual({})
      expect(secondTab.seen.uploads).toEqual({})
    })
    expect(browser.attempts.map(({ photo }) => photo.type)).toEqual(['profile', 'signature'])
  })

  it('can cancel each other’s upload', async () => {
    const withLock = createLock()
    const [firstTab, secondTab] = [browser.tab('order', withLock), browser.tab('order', withLock)]
    await firstTab.queue.add('profile', buildPhoto())
    const { sending } = await browser.attempt(1)
    await vi.waitFor(() => expect(secondTab.readState()).toBeDefined())
    await secondTab.queue.cancel('profile')
    await vi.waitFor(() => expect(sending.signal.aborted).toBe(true))
    await vi.waitFor(() => expect(firstTab.seen.uploads).toEqual({}))
    expect(await browser.countPending()).toBe(0)
  })
})

it('a browser without storage sends photos too', async () => {
  vi.stubGlobal('indexedDB', undefined)
  const { queue, seen, readState } = browser.tab()
  await queue.add('profile', buildPhoto())
  ;(await browser.attempt(1)).answer()
  await vi.waitFor(() => expect(readState()).toBeUndefined())
  expect(seen.images).toHaveLength(1)
})
