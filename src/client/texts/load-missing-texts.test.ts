import { createInstance } from 'i18next'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DynamicT } from '@/client/texts/dynamic-translate'

const fetchMock = vi.fn<(address: string, options?: object) => Promise<Response>>()
const consoleError = vi.fn()

beforeEach(() => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal(
    'fetch',
    fetchMock.mockReset().mockImplementation(async () => respond()),
  )
  vi.spyOn(console, 'error').mockImplementation(consoleError.mockClear())
})
afterEach(() => {
  vi.resetModules()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const respond = () =>
  Response.json({ days_one: 'ein Tag', days_other: '{{count}} Tage', card: { label: 'Karte' } })

const onLoaded = vi.fn()

async function createI18n() {
  const { loadedMissingTexts, loadMissingTexts } = await import('@/client/texts/load-missing-texts')
  const i18n = createInstance()
  const resources = { de: { plan: { years_one: 'ein Jahr', years_other: '{{count}} Jahre' } } }
  await i18n.init({ lng: 'de', fallbackLng: false, ns: 'plan', defaultNS: 'plan', resources })
  loadMissingTexts(i18n)
  i18n.on(loadedMissingTexts, onLoaded.mockReset())
  return i18n
}

it('a text that the page came without shows nothing at first, and then the loaded one', async () => {
  const t = (await createI18n()).t as DynamicT
  expect([t('card.label'), t('days', { count: 2 })]).toEqual(['', ''])
  await vi.waitFor(() => expect(onLoaded).toHaveBeenCalledOnce())
  expect([t('card.label'), t('days', { count: 2 })]).toEqual(['Karte', '2 Tage'])
  expect(fetchMock.mock.calls.map(([address]) => address)).toEqual([
    '/checkouts/locales/de/plan.json',
  ])
  expect(consoleError).not.toHaveBeenCalled()
})

it('a text that the file lacks is reported to the operator', async () => {
  const t = (await createI18n()).t as DynamicT
  expect(t('card.title')).toBe('')
  await vi.waitFor(() =>
    expect(consoleError).toHaveBeenCalledExactlyOnceWith(
      '[checkout] the text plan:card.title is missing',
    ),
  )
  expect(fetchMock).toHaveBeenCalledOnce()
})

it('an existing text is shown, and nothing is loaded', async () => {
  const t = (await createI18n()).t as DynamicT
  expect(t('years', { count: 1 })).toBe('ein Jahr')
  expect(fetchMock).not.toHaveBeenCalled()
})

it('without a network nothing is reported, and the next missing text tries again', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  fetchMock.mockRejectedValueOnce(new TypeError('network'))
  const t = (await createI18n()).t as DynamicT
  await vi.waitFor(async () => {
    t('card.label')
    expect(onLoaded).toHaveBeenCalled()
  })
  expect(fetchMock).toHaveBeenCalledTimes(2)
  expect(t('card.label')).toBe('Karte')
  expect(consoleError).not.toHaveBeenCalled()
})

it('in development the dev server is notified as well', async () => {
  vi.stubEnv('NODE_ENV', 'development')
  const t = (await createI18n()).t as DynamicT
  t('card.title')
  await vi.waitFor(() =>
    expect(fetchMock).toHaveBeenLastCalledWith(
      '/checkouts/locales/de/plan.missing.json?key=card.title',
      { method: 'POST' },
    ),
  )
})
