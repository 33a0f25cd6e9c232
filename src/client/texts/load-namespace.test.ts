import { createInstance } from 'i18next'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadNamespace } from '@/client/texts/load-namespace'

const createI18n = async () => {
  const i18n = createInstance()
  await i18n.init({ lng: 'ar', fallbackLng: false, resources: { ar: { common: { a: 'أ' } } } })
  return i18n
}

const fetchMock = vi.fn<(address: string) => Promise<Response>>()
const respondWith = (texts: object) => async () => Response.json(texts)
const respondWithError = async () => new Response('', { status: 502 })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetchMock.mockReset())
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('texts are loaded in the page’s language, once', async () => {
  fetchMock.mockImplementation(respondWith({ close: 'إغلاق' }))
  const i18n = await createI18n()
  await loadNamespace(i18n, 'studio')
  expect(i18n.t('studio:close')).toBe('إغلاق')
  await loadNamespace(i18n, 'studio')
  expect(fetchMock.mock.calls.map(([address]) => address)).toEqual([
    '/checkouts/locales/ar/studio.json',
  ])
})

it('a file that fails to load is retried five times, with doubling waits', async () => {
  fetchMock.mockImplementation(respondWithError)
  const loading = loadNamespace(await createI18n(), 'studio').catch((error: Error) => error.message)
  const fetchCounts: number[] = []
  for (const delayMs of [0, 350, 700, 1_400, 2_800, 5_600, 60_000]) {
    await vi.advanceTimersByTimeAsync(delayMs)
    fetchCounts.push(fetchMock.mock.calls.length)
  }
  expect(fetchCounts).toEqual([1, 2, 3, 4, 5, 6, 6])
  expect(await loading).toBe('the texts could not be loaded')
})

it('a file that loads on a retry is shown', async () => {
  fetchMock.mockImplementationOnce(respondWithError).mockRejectedValueOnce(new TypeError('network'))
  fetchMock.mockImplementation(respondWith({ close: 'إغلاق' }))
  const i18n = await createI18n()
  const loading = loadNamespace(i18n, 'studio')
  await vi.advanceTimersByTimeAsync(1_100)
  await loading
  expect(i18n.t('studio:close')).toBe('إغلاق')
})

it('without a network the load fails immediately, and the next press tries again', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  fetchMock.mockRejectedValueOnce(new TypeError('network'))
  const i18n = await createI18n()
  await expect(loadNamespace(i18n, 'studio')).rejects.toThrow('could not be loaded')
  fetchMock.mockImplementation(respondWith({ close: 'إغلاق' }))
  await loadNamespace(i18n, 'studio')
  expect(i18n.t('studio:close')).toBe('إغلاق')
})
