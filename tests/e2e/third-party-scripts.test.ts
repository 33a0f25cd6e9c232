import type { Page } from '@playwright/test'
import { createCheckoutAt } from '../support/checkout-at'
import { copyFixtureDatabase } from '../support/e2e-product'
import { expect, test as sharedTest } from '../support/fixtures'
import { type Product, withProduct } from '../support/product'
import { type ReportReceiver, startReportReceiver } from '../support/report-receiver'
import { translateEnglish } from '../support/texts'
import { ana } from './pages/driver-details'
import { cards } from './pages/payment'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'

interface ShopFixtures {
  reports: ReportReceiver
  product: Product
}

/** A shop with all third-party services configured. */
const test = sharedTest.extend<ShopFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from here
  reports: async ({}, provide) => {
    const reports = await startReportReceiver()
    await provide(reports)
    await reports.stop()
  },
  product: async ({ reports }, provide) =>
    withProduct(provide, {
      env: {
        DATABASE_URL: await copyFixtureDatabase(),
        SENTRY_DSN: reports.dsn,
        SENTRY_SAMPLE: '1',
        SENTRY_TRACING: '1',
        GTM_ID: 'GTM-TEST123',
        CHAT_SCRIPT_URL: 'https://chat.example/widget.js',
        REVIEWS_SCRIPT_URL: 'https://reviews.example/widget.js',
        REFERRAL_SCRIPT_URL: 'https://referrals.example/thanks.js',
        TESTING_SCRIPT_URL: 'https://testing.example/project.js',
      },
    }),
})

/** Stub scripts by a part of their URL. */
const stubScripts: Record<string, string> = {
  'www.googletagmanager.com': 'window.google_tag_manager = {}',
  'testing.example': 'window.testing = true',
  'chat.example': 'window.idaChat = { open: () => document.body.append("How can we help?") }',
  'reviews.example': 'document.getElementById("reviews").append("Rated 4.8")',
  'referrals.example': 'document.body.append(JSON.stringify(window.idaReferral))',
}

/** Serves the stubs; returns the requested hosts in order. */
async function stubThirdParties(page: Page, reports: ReportReceiver): Promise<string[]> {
  const requestedHosts: string[] = []
  await page.route(
    ({ hostname }) => hostname in stubScripts,
    async route => {
      const { hostname } = new URL(route.request().url())
      requestedHosts.push(hostname)
      await route.fulfill({ contentType: 'text/javascript', body: stubScripts[hostname] as string })
    },
  )
  await allowReports(page, reports)
  return requestedHosts
}

const allowReports = (page: Page, { dsn }: ReportReceiver) =>
  page.route(
    ({ host }) => host === new URL(dsn).host,
    route => route.continue(),
  )

/** Triggers the code that loads on the first interaction. */
async function startUsing(page: Page): Promise<void> {
  await waitUntilReady(page)
  await page.keyboard.press('Tab')
}

/** Records requests to other origins: URL, headers and body. */
function recordForeignRequests(page: Page, { origin }: Product): string[] {
  const foreignRequests: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).origin === origin) return
    foreignRequests.push(JSON.stringify([request.url(), request.headers(), request.postData()]))
  })
  return foreignRequests
}

const findChatButton = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: translateEnglish('openChat') })

test('third-party scripts run beside the order, never on the payment step, and receive no token or personal data', async ({
  page,
  product,
  reports,
}) => {
  const requestedHosts = await stubThirdParties(page, reports)
  const foreignRequests = recordForeignRequests(page, product)
  const { review, payment, thankYou } = stepPages(page)
  const token = await createCheckoutAt(product.origin, 'review', { digital: true })
  await review.openOrder(token, '?referralCode=FRIEND')
  const reservedBox = await page.locator('#reviews').boundingBox()
  await startUsing(page)
  await expect
    .poll(() => [...requestedHosts].sort())
    .toEqual(['chat.example', 'testing.example', 'www.googletagmanager.com'])

  await expect
    .poll(async () => {
      await findChatButton(page).click()
      return page.getByText('How can we help?').count()
    })
    .toBeGreaterThan(0)
  await review.expectShown()
  await page.locator('#reviews').scrollIntoViewIfNeeded()
  await expect(page.locator('#reviews')).toHaveText('Rated 4.8')
  expect((await page.locator('#reviews').boundingBox())?.height).toBe(reservedBox?.height)

  requestedHosts.length = 0
  await review.continue.click()
  await payment.expectShown()
  await payment.number.fill(cards.good)
  await startUsing(page)
  await expect
    .poll(() =>
      reports.received.some(
        ({ event }) => event.platform === 'javascript' && event.transaction === '/v2/payment',
      ),
    )
    .toBe(true)
  const listLoadedScripts = () =>
    page.evaluate(() => ['google_tag_manager', 'testing', 'idaChat'].filter(name => name in window))
  expect(await listLoadedScripts()).toEqual([])
  expect(requestedHosts).toEqual([])

  await payment.payWith(cards.good, '$49')
  await thankYou.expectShown()
  await page.keyboard.press('Tab')
  await expect(page.getByText(/\{"referralCode":"FRIEND","orderId":"[^"@]+"\}/)).toBeAttached()
  expect(foreignRequests.length).toBeGreaterThan(4)
  for (const secret of [token, ana.email, ana.firstName, ana.lastName, cards.good, '_secret_'])
    expect(foreignRequests.join('\n')).not.toContain(secret)
})

test('third-party scripts wait until the link’s parameters have left the address', async ({
  page,
  product,
  reports,
}) => {
  const requestedHosts = await stubThirdParties(page, reports)
  let releaseCheckout = () => {}
  const checkoutReleased = new Promise<void>(resolve => {
    releaseCheckout = resolve
  })
  let isRequested = false
  await page.route('**/backend/api/checkout/', async route => {
    isRequested = true
    await checkoutReleased
    await route.continue()
  })
  const { driver } = stepPages(page)
  await driver.open('?coupon=CART20&gclid=G1&utm_source=mail')
  await startUsing(page)
  await expect.poll(() => isRequested).toBe(true)
  // The lazy parts of the page have loaded by then.
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('ida-checkout-visit')))
    .toContain('page timing')
  expect(requestedHosts).toEqual([])
  const addresses: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).hostname in stubScripts) addresses.push(page.url())
  })
  releaseCheckout()
  await expect.poll(() => requestedHosts.length).toBeGreaterThan(1)
  expect(new Set(addresses)).toEqual(
    new Set([`${product.origin}${driver.address}?utm_source=mail`]),
  )
})

test('failing or hanging third-party scripts do not affect the customer', async ({
  page,
  product,
  reports,
  expectProblem,
}) => {
  expectProblem(/net::ERR_FAILED \(https:\/\/chat\.example/)
  await stubThirdParties(page, reports)
  await page.route('https://chat.example/**', route => route.abort())
  await page.route('https://testing.example/**', () => new Promise(() => undefined))
  const { review, payment } = stepPages(page)
  const token = await createCheckoutAt(product.origin, 'review', { digital: true })
  await review.openOrder(token)
  await startUsing(page)
  await findChatButton(page).click()
  await expect(page).toHaveURL(/\/checkouts\/help\/$/)
  await review.open()
  await startUsing(page)
  await review.continue.click()
  await payment.expectShown()
})

test('an error report contains no personal data and delays nothing', async ({
  page,
  product,
  reports,
  expectProblem,
}) => {
  expectProblem(/500 \(Internal Server Error\)|\[checkout\] saving/)
  await stubThirdParties(page, reports)
  const { driver, photos } = stepPages(page)
  const token = await createCheckoutAt(product.origin, 'driver-details')
  await driver.openOrder(token)
  await startUsing(page)
  reports.setResponse('hang')
  const call = `**/backend/api/checkout/${token}/`
  await page.route(call, route =>
    route.fulfill({ status: 500, json: { detail: 'x', code: 'fault' } }),
  )
  await driver.fill()
  await reports.waitFor('"value":"saving"')
  await page.unroute(call)
  await driver.continue.click()
  await photos.expectShown()

  const [errorReport] = reports.received.filter(({ event }) => event.exception)
  expect(errorReport?.event).toMatchObject({
    platform: 'javascript',
    release: 'ida-checkout@1.3.5',
    transaction: '/v2/driver-details',
  })
  for (const { rawRequest: whole } of reports.received)
    for (const secret of [token, ana.email, ana.lastName, 'userToken', 'cookie'])
      expect(whole).not.toContain(secret)
})
