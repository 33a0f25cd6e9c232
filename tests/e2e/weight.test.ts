import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { createCheckoutAt } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { stepPages } from './pages/steps'

const budget = 200_000

/** Tracks the bytes of every script loaded from now on. */
function trackScripts(page: Page) {
  const measuredScripts: Promise<{ url: string; bytes: number }>[] = []
  page.on('response', response => {
    if (response.request().resourceType() !== 'script') return
    const size = response.body().then(body => gzipSync(body).length)
    measuredScripts.push(size.then(bytes => ({ url: response.url(), bytes })))
  })
  return () => Promise.all(measuredScripts)
}

const isProviderScript = (url: string) => /stripe|sandbox|paypal/i.test(url)

test(`a first visit loads at most ${budget} bytes of script before it is idle`, async ({
  page,
}) => {
  const scripts = trackScripts(page)
  await page.goto(stepPages(page).driver.address, { waitUntil: 'networkidle' })
  const loaded = await scripts()
  const bytes = loaded.reduce((sum, script) => sum + script.bytes, 0)
  expect(loaded.length, 'scripts').toBeGreaterThan(0)
  expect(
    bytes,
    loaded.map(script => `${script.bytes} ${script.url}`).join('\n'),
  ).toBeLessThanOrEqual(budget)
})

test('no payment provider’s script loads before the payment step', async ({ page, product }) => {
  const token = await createCheckoutAt(product.origin, 'payment')
  const requestedUrls: string[] = []
  page.on('request', request => requestedUrls.push(request.url()))
  const { driver, photos, plan, review, payment } = stepPages(page)
  await driver.open(`?token=${token}`)
  for (const step of [driver, photos, plan, review])
    await page.goto(step.address, { waitUntil: 'networkidle' })
  expect(requestedUrls.filter(isProviderScript)).toEqual([])
  await review.continue.click()
  await expect(payment.number).toBeVisible()
  expect(requestedUrls.filter(isProviderScript)).not.toEqual([])
})
