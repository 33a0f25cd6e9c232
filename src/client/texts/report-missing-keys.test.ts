import { createInstance } from 'i18next'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AnyText } from '@/client/texts/dynamic-translate'
import { neverShowKeys } from '@/client/texts/report-missing-keys'

const asked = vi.fn(async () => new Response())
const told = vi.fn()

beforeEach(() => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('fetch', asked.mockClear())
  vi.spyOn(console, 'error').mockImplementation(told.mockClear())
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const page = async () => {
  const i18n = createInstance()
  const resources = { de: { plan: { years_one: 'ein Jahr', years_other: '{{count}} Jahre' } } }
  await i18n.init({ lng: 'de', fallbackLng: false, ns: 'plan', defaultNS: 'plan', resources })
  neverShowKeys(i18n)
  return i18n
}

it('a customer never sees a key, and an operator learns which text is missing', async () => {
  const t = (await page()).t as AnyText
  expect(t('card.title')).toBe('')
  expect(told).toHaveBeenCalledExactlyOnceWith('[checkout] the text plan:card.title is missing')
  expect(asked).not.toHaveBeenCalled()
})

it('what is there is shown, and told to nobody', async () => {
  const t = (await page()).t as AnyText
  expect(t('years', { count: 1 })).toBe('ein Jahr')
  expect(told).not.toHaveBeenCalled()
})

it('a developer’s server is told beside the texts', async () => {
  vi.stubEnv('NODE_ENV', 'development')
  const t = (await page()).t as AnyText
  t('card.title')
  expect(asked).toHaveBeenCalledExactlyOnceWith(
    '/checkouts/locales/de/plan.missing.json?key=card.title',
    { method: 'POST' },
  )
})
