import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { findStep, type StepId } from '@/domain/checkout/steps'
import { tokenCookie } from '@/server/http/cookies'
import { createCheckoutAt } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { stepPages } from './pages/steps'

/** 160 KiB with the headers of the responses; 13 kB of them after the page is hydrated. */
const budget = 163_840

/** Tracks the bytes on the wire of every script loaded from now on. */
function trackScripts(page: Page) {
  const measuredScripts: Promise<{ url: string; bytes: number }>[] = []
  page.on('response', response => {
    const request = response.request()
    if (request.resourceType() !== 'script') return
    const sizes = request.sizes()
    measuredScripts.push(
      sizes.then(({ responseBodySize, responseHeadersSize }) => ({
        url: response.url(),
        bytes: responseBodySize + responseHeadersSize,
      })),
    )
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

/** Bytes on the wire of a page that first visits share, the styles of its first view included. */
const sharedPageBudget = 15_600
const elementBudget = 1_430

test(`the page of a first visit is at most ${sharedPageBudget} bytes and ${elementBudget} elements`, async ({
  page,
  product,
}) => {
  const { route } = findStep('driver-details')
  // A shared page has a length; the one that Next renders is compressed while it is sent.
  const readLength = async () => {
    const { headers } = await fetch(`${product.origin}/checkouts${route}`, {
      headers: { 'accept-encoding': 'br' },
    })
    return Number(headers.get('content-length'))
  }
  await expect.poll(readLength).toBeGreaterThan(0)
  expect.soft(await readLength()).toBeLessThanOrEqual(sharedPageBudget)
  await stepPages(page).driver.open()
  expect.soft(await page.locator('*').count(), 'elements').toBeLessThanOrEqual(elementBudget)
})

/** By step: maximum bytes of its HTML with gzip, styles not counted, and of the data in it. */
const pageBudgets: [StepId, { html: number; data: number }][] = [
  ['driver-details', { html: 13_900, data: 14_700 }],
  ['upload-photos', { html: 12_800, data: 18_500 }],
  // With the country codes of the phone number, which this step asks for.
  ['shipping', { html: 23_200, data: 30_200 }],
  ['review', { html: 14_600, data: 23_500 }],
  ['payment', { html: 12_000, data: 20_200 }],
]

for (const [step, budget] of pageBudgets)
  test(`the page of ${step} is at most ${budget.html} bytes with ${budget.data} of data`, async ({
    request,
    product,
  }) => {
    const { route, number } = findStep(step)
    const token = number > 1 ? await createCheckoutAt(product.origin, step) : ''
    const response = await request.get(`/checkouts${route}`, {
      headers: token ? { cookie: `${tokenCookie}=${token}` } : {},
    })
    const html = (await response.text()).replace(/<style.*?<\/style>/gs, '')
    const [, data = ''] = /<script id="__NEXT_DATA__"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
    expect(new URL(response.url()).pathname).toBe(`/checkouts${route}`)
    expect(data.length).toBeGreaterThan(1_000)
    expect.soft(data.length, 'data').toBeLessThanOrEqual(budget.data)
    expect.soft(gzipSync(html).length, 'html').toBeLessThanOrEqual(budget.html)
  })

test('payment providers’ scripts load while the review is read, and on no step before', async ({
  page,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'payment')
  const requestedUrls: string[] = []
  page.on('request', request => requestedUrls.push(request.url()))
  const { driver, photos, plan, review } = stepPages(page)
  await driver.openOrder(token)
  for (const step of [driver, photos, plan])
    await page.goto(step.address, { waitUntil: 'networkidle' })
  expect(requestedUrls.filter(isProviderScript)).toEqual([])
  await page.goto(review.address, { waitUntil: 'networkidle' })
  for (const script of ['stripe.js', 'paypal.js'])
    expect(requestedUrls.filter(isProviderScript)).toContainEqual(expect.stringContaining(script))
})
