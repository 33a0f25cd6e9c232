import { findStep } from '@/domain/checkout/steps'
import { expect, test } from '../support/fixtures'
import { createTranslate, translateEnglish as translate } from '../support/texts'
import { preferences } from './pages/preferences'
import { stepPages } from './pages/steps'

const address = `/checkouts${findStep('driver-details').route}`
const textFiles = '**/locales/*/common.json'

for (const language of ['en', 'ar', 'pl', 'ja'])
  test(`a first visit in ${language} reads the same as one by a link, whose page has all texts`, async ({
    product,
  }) => {
    const load = async (path: string) => {
      const headers = { 'accept-language': language }
      return (await fetch(`${product.origin}${path}`, { headers })).text()
    }
    const rareText = createTranslate(language)('notSaved.stuck')
    const first = await load(address)
    const linked = await load(`${address}?utm_source=news`)
    expect(linked).toContain(rareText)
    expect(first).not.toContain(rareText)
    expect(readText(first)).toContain(createTranslate(language)('driver-details:trip.heading'))
    expect(readText(first)).toBe(readText(linked))
  })

/** What a page says: its texts, and the names that only screen readers read. */
function readText(html: string): string {
  const names = [...html.matchAll(/ (?:aria-label|alt|placeholder|title)="([^"]*)"/g)]
  const visible = html.replace(/<(script|style)\b.*?<\/\1>/gs, '').replace(/<[^>]*>/g, '\n')
  return [visible, ...names.map(([, name]) => name)].join('\n').replace(/\n+/g, '\n')
}

test('a first visitor who changes the currency reads why the prices are others, also if the texts fail at first', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/503/)
  const requests: string[] = []
  await page.route(textFiles, async route => {
    requests.push(new URL(route.request().url()).pathname)
    await (requests.length === 1 ? route.fulfill({ status: 503 }) : route.continue())
  })
  const { driver } = stepPages(page)
  await driver.open()
  expect(requests).toEqual([])
  const { choose, receipt } = preferences(page)
  await choose('EUR')
  await expect(receipt('EUR')).toBeVisible()
  await expect(receipt('EUR')).toContainText(translate('currency.plan'))
  expect(requests).toEqual(Array(2).fill('/checkouts/locales/en/common.json'))
})
