import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { checkoutAt } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { stepsIn } from './pages/steps'

const budget = 200_000

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
