import { createInstance } from 'i18next'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadTexts } from '@/client/texts/load-namespace'

const page = async () => {
  const i18n = createInstance()
  await i18n.init({ lng: 'ar', fallbackLng: false, resources: { ar: { common: { a: 'أ' } } } })
  return i18n
}

const answers = vi.fn<(address: string) => Promise<Response>>()
const served = (texts: object) => async () => Response.json(texts)
const fails = async () => new Response('', { status: 502 })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', answers.mockReset())
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('texts are brought in the page’s language, once', async () => {
  answers.mockImplementation(served({ close: 'إغلاق' }))
  const i18n = await page()
  await loadTexts(i18n, 'studio')
  expect(i18n.t('studio:close')).toBe('إغلاق')
  await loadTexts(i18n, 'studio')
  expect(answers.mock.calls.map(([address]) => address)).toEqual([
    '/checkouts/locales/ar/studio.json',
  ])
})

it('a file that does not come is asked for five more times, after waits that double', async () => {
  answers.mockImplementation(fails)
  const loading = loadTexts(await page(), 'studio').catch((error: Error) => error.message)
  const asked: number[] = []
  for (const wait of [0, 350, 700, 1_400, 2_800, 5_600, 60_000]) {
    await vi.advanceTimersByTimeAsync(wait)
    asked.push(answers.mock.calls.length)
  }
  expect(asked).toEqual([1, 2, 3, 4, 5, 6, 6])
  expect(await loading).toBe('the texts could not be loaded')
})

it('one that comes at last is shown', async () => {
  answers.mockImplementationOnce(fails).mockRejectedValueOnce(new TypeError('network'))
  answers.mockImplementation(served({ close: 'إغلاق' }))
  const i18n = await page()
  const loading = loadTexts(i18n, 'studio')
  await vi.advanceTimersByTimeAsync(1_100)
  await loading
  expect(i18n.t('studio:close')).toBe('إغلاق')
})

it('without a network it is told at once, and another press tries again', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  answers.mockRejectedValueOnce(new TypeError('network'))
  const i18n = await page()
  await expect(loadTexts(i18n, 'studio')).rejects.toThrow('could not be loaded')
  answers.mockImplementation(served({ close: 'إغلاق' }))
  await loadTexts(i18n, 'studio')
  expect(i18n.t('studio:close')).toBe('إغلاق')
})
