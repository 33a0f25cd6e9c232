import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { translated } from '@/server/language'
import { checkoutAt } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { readIn, throughEveryPage } from '../support/screens'
import { stepsIn } from './pages/steps'

const budget = 200_000
const textBudget = 12_000

/** Every script the tab is sent from now on. */
function scriptsOf(page: Page) {
  const sent: Promise<{ url: string; bytes: number }>[] = []
  page.on('response', response => {
    if (response.request().resourceType() !== 'script') return
    const size = response.body().then(body => gzipSync(body).length)
    sent.push(size.then(bytes => ({ url: response.url(), bytes })))
  })
  return () => Promise.all(sent)
}

/** What the texts in a page's data add to the HTML that shows them, in bytes on their way. */
function sizeOfTexts(html: string): number {
  const [whole, data = '{}'] = /<script id="__NEXT_DATA__"[^>]*>(.*?)<\/script>/s.exec(html) ?? ['']
  const page = JSON.parse(data)
  const texts = page.props.pageProps._nextI18Next
  const sizeWith = (store: object) => {
    texts.initialI18nStore = store
    return gzipSync(html.replace(whole, () => JSON.stringify(page))).length
  }
  return sizeWith(texts.initialI18nStore) - sizeWith({})
}

const isOfProvider = (url: string) => /stripe|sandbox|paypal/i.test(url)

test(`a first visit loads at most ${budget} bytes of script before it is idle`, async ({
  page,
}) => {
  const scripts = scriptsOf(page)
  await page.goto(stepsIn(page).driver.address, { waitUntil: 'networkidle' })
  const loaded = await scripts()
  const bytes = loaded.reduce((sum, script) => sum + script.bytes, 0)
  expect(loaded.length, 'scripts').toBeGreaterThan(0)
  expect(
    bytes,
    loaded.map(script => `${script.bytes} ${script.url}`).join('\n'),
  ).toBeLessThanOrEqual(budget)
})

test('no script of a payment provider is loaded before the payment', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'payment')
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  const { driver, photos, plan, review, payment } = stepsIn(page)
  await driver.open(`?token=${token}`)
  for (const step of [driver, photos, plan, review])
    await page.goto(step.address, { waitUntil: 'networkidle' })
  expect(asked.filter(isOfProvider)).toEqual([])
  await review.continue.click()
  await expect(payment.number).toBeVisible()
  expect(asked.filter(isOfProvider)).not.toEqual([])
})

for (const language of translated)
  test(`texts in ${language} add at most ${textBudget} bytes to a page`, async ({
    page,
    context,
    product,
    expectProblem,
  }) => {
    expectProblem(/404 \(Not Found\)/)
    await readIn(context, language, product.origin)
    await throughEveryPage(page, product.origin, async name => {
      const html = await (await page.request.get(page.url())).text()
      expect.soft(sizeOfTexts(html), name).toBeLessThanOrEqual(textBudget)
    })
  })
