import type { Browser, Locator, Page } from '@playwright/test'
import { findStep, type StepId } from '@/domain/checkout/steps'
import { createCheckoutAt } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { readShifts, watchShifts } from '../support/layout-shifts'
import { isFinished, logRequests } from '../support/network-log'
import { cards } from './pages/payment'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'

type RequestLog = Awaited<ReturnType<typeof logRequests>>

/** A page whose context has no routes, so that the browser uses its cache. */
async function openPage(browser: Browser) {
  const page = await (await browser.newContext()).newPage()
  return { page, log: await logRequests(page), ...stepPages(page) }
}

/** Code and texts that Continue needs, by step. */
const neededParts: Partial<Record<StepId, string[]>> = {
  'driver-details': ['v2/upload-photos-', 'driver-issues.json'],
  'upload-photos': ['v2/shipping-'],
  shipping: ['v2/review-'],
  review: [
    ...['v2/payment-', 'stripe.js', 'paypal.js'],
    ...['field/', 'field.js', 'field.css', 'express/', 'express.js', 'express.css'],
  ],
  payment: ['pages/thank-you-'],
}

/** Waits until all that the step's Continue needs is there, and the answers are saved. */
async function waitForParts(log: RequestLog, step: StepId, ...answers: string[]): Promise<void> {
  for (const part of [...(neededParts[step] ?? []), ...answers])
    await expect.poll(() => log.hasFinished(part), part).toBe(true)
}

/** The requests that `go` sent until the data of the step's page was there, in order. */
async function listRequestsTo(
  log: RequestLog,
  step: StepId,
  go: () => Promise<unknown>,
): Promise<string[]> {
  const start = log.length()
  const findData = () => log.sent(start).findIndex(({ name }) => isDataOf(step, name))
  await go()
  const isDataThere = () =>
    log
      .sent(start)
      .slice(findData(), findData() + 1)
      .some(isFinished)
  await expect.poll(isDataThere, step).toBe(true)
  return log
    .sent(start)
    .slice(0, findData() + 1)
    .map(({ name }) => name.replace(/_next\/data\/[^/]+/, 'data').replace(/[\w-]{43}/, 'TOKEN'))
}

const isDataOf = (step: StepId, name: string): boolean =>
  name.includes('/_next/data/') && name.endsWith(`${findStep(step).route.slice(0, -1)}.json`)

const save = 'PATCH /backend/api/checkout/TOKEN/'
const dataOf = (step: StepId) => `GET /data${findStep(step).route.slice(0, -1)}.json`

/** Presses a step's button: it saves in one call, then fetches the data of the next step. */
const expectSavedAndOpened = async (log: RequestLog, step: StepId, button: Locator) =>
  expect(await listRequestsTo(log, step, () => button.click())).toEqual([save, dataOf(step)])

test('Continue sends one call and the next page’s data, and nothing is fetched twice', async ({
  browser,
}) => {
  const { log, driver, photos, plan, review, payment, thankYou } = await openPage(browser)
  await driver.open()
  await driver.fill()
  // The page's icon is what Chromium loads last.
  await waitForParts(log, 'driver-details', '"eye_color":"brown"', 'favicon.svg')
  const beforeContinue = log.length()
  await expectSavedAndOpened(log, 'upload-photos', driver.continue)

  await photos.expectShown()
  await waitForParts(log, 'upload-photos')
  await expectSavedAndOpened(log, 'shipping', photos.addLater)

  await plan.expectShown()
  await plan.fillAddress()
  await plan.method('FedEx').check()
  await plan.expectTotal('$79.10')
  await waitForParts(log, 'shipping', '"code":"fedex"')
  await expectSavedAndOpened(log, 'review', plan.continue)

  await review.expectShown()
  await waitForParts(log, 'review')
  const beforePayment = log.length()
  await expectSavedAndOpened(log, 'payment', review.continue)

  await expect(payment.number).toBeEditable()
  expect(log.sent(beforePayment).filter(({ url }) => url.includes('/sandbox/'))).toEqual([])
  await payment.payWith(cards.good, '$79.10')
  await thankYou.expectShown()
  const listUrls = (start = 0) =>
    log
      .sent(start)
      .filter(({ name }) => name.startsWith('GET'))
      .map(({ url }) => url)
  // While a page loads, Chromium may request its icon again before the first response.
  const isIcon = (url: string) => url.endsWith('/favicon.svg')
  // Whether the browser had it is known once the response has come.
  await expect.poll(() => listUrls(beforeContinue).filter(isIcon)).toEqual([])
  const urls = listUrls().filter(url => !isIcon(url))
  expect(urls.filter((url, index) => urls.indexOf(url) < index)).toEqual([])
})

test('Back sends one request, and Continue one when all is saved', async ({ browser, product }) => {
  const token = await createCheckoutAt(product.origin, 'payment')
  const { page, log, driver, photos, plan, review, payment } = await openPage(browser)
  const walk = [
    { step: 'driver-details', next: photos, go: driver.continue },
    { step: 'upload-photos', next: plan, go: photos.addLater },
    { step: 'shipping', next: review, go: plan.continue },
    { step: 'review', next: payment, go: review.continue },
  ] as const
  const continueToPayment = async () => {
    const sent: string[][] = []
    for (const { step, next, go } of walk) {
      await waitForParts(log, step)
      sent.push(await listRequestsTo(log, next.step, () => go.click()))
      await next.expectShown()
    }
    return sent
  }
  await driver.openOrder(token)
  await continueToPayment()
  await waitForParts(log, 'payment')
  for (const previous of [review, plan, photos, driver]) {
    const requests = await listRequestsTo(log, previous.step, () => page.goBack())
    expect(requests).toEqual([dataOf(previous.step)])
    await previous.expectShown()
  }
  expect(await continueToPayment()).toEqual(walk.map(({ next }) => [dataOf(next.step)]))
})

test('nothing of the next step loads before a field is used', async ({ browser }) => {
  const { page, log, driver } = await openPage(browser)
  await driver.open()
  await waitUntilReady(page)
  await expect.poll(() => log.hasFinished('_buildManifest')).toBe(true)
  const isPreloaded = () => log.hasFinished('v2/upload-photos-')
  await waitForIdle(page)
  expect(isPreloaded()).toBe(false)
  await driver.issued.focus()
  await expect.poll(isPreloaded).toBe(true)
})

test('nothing is preloaded for a customer who saves data', async ({ browser, product }) => {
  const token = await createCheckoutAt(product.origin, 'shipping')
  const { page, log, plan } = await openPage(browser)
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  await plan.openOrder(token)
  await plan.years(2).check()
  await waitForIdle(page)
  expect(log.hasFinished('v2/review-')).toBe(false)
})

test('the card fields move nothing when they appear', async ({ page, product }) => {
  const token = await createCheckoutAt(product.origin, 'payment')
  const { payment } = stepPages(page)
  await watchShifts(page)
  await page.route('**/sandbox/stripe.js', async route => {
    await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    await route.continue()
  })
  await payment.openOrder(token)
  await expect(payment.cvc).toBeVisible()
  await expect(payment.number).toBeEditable()
  expect(await readShifts(page)).toEqual([])
})

/** Waits until the browser was idle twice: what is preloaded when idle has been requested. */
const waitForIdle = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>(resolve => {
        requestIdleCallback(() => requestIdleCallback(() => resolve()))
      }),
  )
