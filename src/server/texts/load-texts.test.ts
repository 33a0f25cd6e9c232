import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import i18next from 'i18next'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

const originalCwd = process.cwd()
const tempDir = mkdtempSync(join(tmpdir(), 'texts-'))

const readTextFile = (file: string) =>
  JSON.parse(readFileSync(join(tempDir, `public/locales/${file}.json`), 'utf8'))

beforeAll(() => {
  cpSync(join(originalCwd, 'public/locales'), join(tempDir, 'public/locales'), { recursive: true })
  rmSync(join(tempDir, 'public/locales/de/payment.json'))
  process.chdir(tempDir)
  // The module lists the languages once, when it is imported.
  vi.resetModules()
})

afterAll(() => {
  process.chdir(originalCwd)
  rmSync(tempDir, { recursive: true })
})

it('a page has the texts of its namespaces in its language', async () => {
  const { loadTexts } = await import('@/server/texts/load-texts')
  expect(await loadTexts('de', ['plan', 'review'])).toEqual({
    plan: readTextFile('de/plan'),
    review: readTextFile('de/review'),
  })
})

it('a missing file is a fault that names it', async () => {
  const { loadTexts } = await import('@/server/texts/load-texts')
  await expect(loadTexts('de', ['payment', 'review'])).rejects.toThrow(
    'public/locales/de/payment.json',
  )
})

it('a page ships no text that it cannot show', async () => {
  const { loadTexts } = await import('@/server/texts/load-texts')
  const unused = ['review:trip', 'review:plan.heading', 'common:listed']
  const { plan, trip, ...rest } = readTextFile('de/review')
  const { heading, ...shownPlan } = plan
  expect([heading, trip]).not.toContain(undefined)
  expect(await loadTexts('de', ['review'], unused)).toEqual({
    review: { ...rest, plan: shownPlan },
  })
})

it('a text is left out with its plural forms', async () => {
  const { loadTexts } = await import('@/server/texts/load-texts')
  const { common } = await loadTexts('pl', ['common'], ['common:coupon.found'])
  const { found_one, found_few, found_many, found_other, ...coupon } =
    readTextFile('pl/common').coupon
  expect([found_one, found_few, found_many, found_other]).not.toContain(undefined)
  expect(common).toHaveProperty('coupon', coupon)
})

it('a text whose name begins with that of an unused one stays', async () => {
  const { loadTexts } = await import('@/server/texts/load-texts')
  const { common } = await loadTexts('de', ['common'], ['common:notice.link_expired'])
  const { link_expired, ...notice } = readTextFile('de/common').notice
  expect([link_expired, notice.link_expired_own]).not.toContain(undefined)
  expect(common).toHaveProperty('notice', notice)
})

it('a page has one group of a namespace if it needs no more', async () => {
  const { loadTexts } = await import('@/server/texts/load-texts')
  const { trip } = readTextFile('de/review')
  expect(await loadTexts('de', ['review:trip'])).toEqual({ review: { trip } })
})

it('in production a language is read once, and a page creates no i18next instance', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const { loadTexts } = await import('@/server/texts/load-texts')
  const texts = await loadTexts('de', ['review'])
  const created = vi.spyOn(Object.getPrototypeOf(i18next), 'init')
  expect((await loadTexts('de', ['review', 'plan']))['review']).toBe(texts['review'])
  const [first, second] = [
    await loadTexts('de', ['review'], ['review:plan']),
    await loadTexts('de', ['review'], ['review:plan']),
  ]
  expect(first['review']).toBe(second['review'])
  expect(created).not.toHaveBeenCalled()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

it('in development a changed file shows on the next page', async () => {
  vi.stubEnv('NODE_ENV', 'development')
  const { loadTexts } = await import('@/server/texts/load-texts')
  await loadTexts('es', ['review'])
  writeFileSync(join(tempDir, 'public/locales/es/review.json'), '{"title":"b"}')
  expect(await loadTexts('es', ['review'])).toMatchObject({ review: { title: 'b' } })
  vi.unstubAllEnvs()
})
