import { createInstance } from 'i18next'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DynamicT } from '@/client/texts/dynamic-translate'
import { reportMissingKeys } from '@/client/texts/report-missing-keys'

const fetchMock = vi.fn(async () => new Response())
const consoleError = vi.fn()

beforeEach(() => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('fetch', fetchMock.mockClear())
  vi.spyOn(console, 'error').mockImplementation(consoleError.mockClear())
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const createI18n = async () => {
  const i18n = createInstance()
  const resources = { de: { plan: { years_one: 'ein Jahr', years_other: '{{count}} Jahre' } } }
  await i18n.init({ lng: 'de', fallbackLng: false, ns: 'plan', defaultNS: 'plan', resources })
  reportMissingKeys(i18n)
  return i18n
}

it('a missing text shows nothing instead of its key, and is reported to the operator', async () => {
  const t = (await createI18n()).t as DynamicT
  expect(t('card.title')).toBe('')
  expect(consoleError).toHaveBeenCalledExactlyOnceWith(
    '[checkout] the text plan:card.title is missing',
  )
  expect(fetchMock).not.toHaveBeenCalled()
})

it('an existing text is shown, and nothing is reported', async () => {
  const t = (await createI18n()).t as DynamicT
  expect(t('years', { count: 1 })).toBe('ein Jahr')
  expect(consoleError).not.toHaveBeenCalled()
})

it('in development the dev server is notified as well', async () => {
  vi.stubEnv('NODE_ENV', 'development')
  const t = (await createI18n()).t as DynamicT
  t('card.title')
  expect(fetchMock).toHaveBeenCalledExactlyOnceWith(
    '/checkouts/locales/de/plan.missing.json?key=card.title',
    { method: 'POST' },
  )
})
