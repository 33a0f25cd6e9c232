import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubStorage } from '../../../tests/support/browser-storage'

let storage: Map<string, string>

/** A page of its own: only the browser's storage is as it was left. */
const onNewPage = () => {
  vi.resetModules()
  return import('@/client/photos/file-hashes')
}

beforeEach(() => {
  storage = stubStorage()
})
afterEach(() => vi.unstubAllGlobals())

it('the file of a photo is known after a reload, until the photo is removed', async () => {
  const first = await onNewPage()
  first.keepPrint('order', 'license_front', 'aa')
  const second = await onNewPage()
  expect(second.keptPrints('order')).toEqual({ license_front: 'aa' })
  second.dropPrint('order', 'license_front')
  expect((await onNewPage()).keptPrints('order')).toEqual({})
  expect(storage.size).toBe(0)
})

it('the files of another order are not compared, and go with the next photo', async () => {
  const { keepPrint, keptPrints } = await onNewPage()
  keepPrint('order', 'license_front', 'aa')
  expect(keptPrints('other')).toEqual({})
  keepPrint('other', 'license_back', 'bb')
  expect(keptPrints('order')).toEqual({})
})

it('nothing is left once the checkout begins anew', async () => {
  const { keepPrint } = await onNewPage()
  keepPrint('order', 'license_front', 'aa')
  const { clearStorage } = await import('@/client/store/draft-storage')
  clearStorage()
  expect(storage.size).toBe(0)
})

it('where the browser keeps nothing, files are compared as long as the page lives', async () => {
  const forbidden = () => {
    throw new Error('forbidden')
  }
  vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden })
  const { keepPrint, keptPrints } = await onNewPage()
  keepPrint('order', 'license_front', 'aa')
  expect(keptPrints('order')).toEqual({ license_front: 'aa' })
})
