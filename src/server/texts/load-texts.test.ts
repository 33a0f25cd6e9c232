import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

const home = process.cwd()
const shop = mkdtempSync(join(tmpdir(), 'texts-'))

const written = (file: string) =>
  JSON.parse(readFileSync(join(shop, `public/locales/${file}.json`), 'utf8'))

beforeAll(() => {
  cpSync(join(home, 'public/locales'), join(shop, 'public/locales'), { recursive: true })
  rmSync(join(shop, 'public/locales/de/payment.json'))
  process.chdir(shop)
  // The languages are looked for once, where the server was started.
  vi.resetModules()
})

afterAll(() => {
  process.chdir(home)
  rmSync(shop, { recursive: true })
})

it('a page whose texts a language lacks is read in English, the rest of it in the language', async () => {
  const { textsOf } = await import('@/server/texts/load-texts')
  const { _nextI18Next: texts } = await textsOf('de', ['payment', 'review'])
  expect(texts?.initialI18nStore.de).toEqual({
    payment: written('en/payment'),
    review: written('de/review'),
  })
})

it('who runs the shop is told which files are missing', async () => {
  const { missingTextFiles } = await import('@/server/texts/load-texts')
  expect(missingTextFiles()).toEqual(['de/payment.json'])
})

it('a mail, too, finds its words', async () => {
  const { textFileOf } = await import('@/server/texts/language')
  expect(textFileOf('de', 'payment')).toBe('public/locales/en/payment.json')
  expect(textFileOf('de', 'review')).toBe('public/locales/de/review.json')
})
