import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubStorage } from '../../../tests/support/browser-storage'

let storage: Map<string, string>

/** A page of its own: only the browser's storage is as it was left. */
const importFreshModule = () => {
  vi.resetModules()
  return import('@/client/photos/file-hashes')
}

beforeEach(() => {
  storage = stubStorage()
})
afterEach(() => vi.unstubAllGlobals())

it('the file of a photo is known after a reload, until the photo is removed', async () => {
  const first = await importFreshModule()
  first.storeFileHash('order', 'license_front', 'aa')
  const second = await importFreshModule()
  expect(second.readFileHashes('order')).toEqual({ license_front: 'aa' })
  second.deleteFileHash('order', 'license_front')
  expect((await importFreshModule()).readFileHashes('order')).toEqual({})
  expect(storage.size).toBe(0)
})

it('the files of another order are not compared, and go with the next photo', async () => {
  const { storeFileHash, readFileHashes } = await importFreshModule()
  storeFileHash('order', 'license_front', 'aa')
  expect(readFileHashes('other')).toEqual({})
  storeFileHash('other', 'license_back', 'bb')
  expect(readFileHashes('order')).toEqual({})
})

it('nothing is left once the checkout begins anew', async () => {
  const { storeFileHash } = await importFreshModule()
  storeFileHash('order', 'license_front', 'aa')
  const { clearStorage } = await import('@/client/store/draft-storage')
  clearStorage()
  expect(storage.size).toBe(0)
})

it('where the browser keeps nothing, files are compared as long as the page lives', async () => {
  const throwForbidden = () => {
    throw new Error('forbidden')
  }
  vi.stubGlobal('localStorage', {
    getItem: throwForbidden,
    setItem: throwForbidden,
    removeItem: throwForbidden,
  })
  const { storeFileHash, readFileHashes } = await importFreshModule()
  storeFileHash('order', 'license_front', 'aa')
  expect(readFileHashes('order')).toEqual({ license_front: 'aa' })
})
