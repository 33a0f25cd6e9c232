import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubStorage } from '../../../tests/support/browser-storage'

let storage: Map<string, string>

/** Imports a fresh module, as a reload does: only the browser's storage remains. */
const importFreshModule = () => {
  vi.resetModules()
  return import('@/client/photos/file-hashes')
}

beforeEach(() => {
  storage = stubStorage()
})
afterEach(() => vi.unstubAllGlobals())

it('the hash of a photo’s file survives a reload, until the photo is removed', async () => {
  const first = await importFreshModule()
  first.storeFileHash('order', 'license_front', 'aa')
  const second = await importFreshModule()
  expect(second.readFileHashes('order')).toEqual({ license_front: 'aa' })
  second.deleteFileHash('order', 'license_front')
  expect((await importFreshModule()).readFileHashes('order')).toEqual({})
  expect(storage.size).toBe(0)
})

it('the hashes of another order are not compared, and are deleted with the next photo', async () => {
  const { storeFileHash, readFileHashes } = await importFreshModule()
  storeFileHash('order', 'license_front', 'aa')
  expect(readFileHashes('other')).toEqual({})
  storeFileHash('other', 'license_back', 'bb')
  expect(readFileHashes('order')).toEqual({})
})

it('nothing is left after the checkout is restarted', async () => {
  const { storeFileHash } = await importFreshModule()
  storeFileHash('order', 'license_front', 'aa')
  const { clearStorage } = await import('@/client/store/draft-storage')
  clearStorage()
  expect(storage.size).toBe(0)
})

it('without storage, files are compared until the page unloads', async () => {
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
