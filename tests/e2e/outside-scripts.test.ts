import type { Page } from '@playwright/test'
import { checkoutAt } from '../support/checkout-at'
import { copyOfFixture } from '../support/e2e-product'
import { expect, test as sharedTest } from '../support/fixtures'
import { lendProduct, type Product } from '../support/product'
import { type ReportReceiver, startReportReceiver } from '../support/report-receiver'
import { english } from '../support/texts'
import { ana } from './pages/driver-details'
import { cards } from './pages/payment'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'

interface OfShop {
  reports: ReportReceiver
  product: Product
}

/** A shop that works with everybody there is. */
const test = sharedTest.extend<OfShop>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from here
  reports: async ({}, use) => {
    const reports = await startReportReceiver()
    await use(reports)
    await reports.stop()
  },
  product: async ({ reports }, use) =>
    lendProduct(use, {
      env: {
        DATABASE_URL: await copyOfFixture(),
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

/** What stands in for each of them, by a part of its address. */
const stoodIn: Record<string, string> = {
  'www.googletagmanager.com': 'window.google_tag_manager = {}',
  'testing.example': 'window.testing = true',
  'chat.example': 'window.idaChat = { open: () => document.body.append("How can we help?") }',
  'reviews.example': 'document.getElementById("reviews").append("Rated 4.8")',
  'referrals.example': 'document.body.append(JSON.stringify(window.idaReferral))',
}

/** Answers for them; the hosts that were asked, one after the other. */
async function standIn(page: Page, reports: ReportReceiver): Promise<string[]> {
  const asked: string[] = []
  await page.route(
    ({ hostname }) => hostname in stoodIn,
    async route => {
      const { hostname } = new URL(route.request().url())
      asked.push(hostname)
      await route.fulfill({ contentType: 'text/javascript', body: stoodIn[hostname] as string })
    },
  )
  await letReports(page, reports)
  return asked
}

const letReports = (page: Page, { dsn }: ReportReceiver) =>
  page.route(
    ({ host }) => host === new URL(dsn).host,
    route => route.continue(),
  )

/** What the page is begun with once it is used. */
async function use(page: Page): Promise<void> {
  await isReady(page)
  await page.keyboard.press('Tab')
}

/** Every request of a tab to anybody but the shop, whole: address, headers and body. */
function sentAway(page: Page, { origin }: Product): string[] {
  const sent: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).origin === origin) return
    sent.push(JSON.stringify([request.url(), request.headers(), request.postData()]))
  })
  return sent
}

const chatButton = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: english('chat') })

test('scripts of others run beside the order, never where it is paid, and are told nothing of whose it is', async ({
  page,
  product,
  reports,
}) => {
  const asked = await standIn(page, reports)
  const sent = sentAway(page, product)
  const { review, payment, thankYou } = stepsIn(page)
  const token = await checkoutAt(product.origin, 'review', { digital: true })
  await review.open(`?token=${token}&referralCode=FRIEND`)
  const room = await page.locator('#reviews').boundingBox()
  await use(page)
  await expect
    .poll(() => [...asked].sort())
    .toEqual(['chat.example', 'testing.example', 'www.googletagmanager.com'])

  await expect
    .poll(async () => {
      await chatButton(page).click()
      return page.getByText('How can we help?').count()
    })
    .toBeGreaterThan(0)
  await review.isShown()
  await page.locator('#reviews').scrollIntoViewIfNeeded()
  await expect(page.locator('#reviews')).toHaveText('Rated 4.8')
  expect((await page.locator('#reviews').boundingBox())?.height).toBe(room?.height)

  asked.length = 0
  await review.continue.click()
  await payment.isShown()
  await payment.number.fill(cards.good)
  await use(page)
  await expect
    .poll(() =>
      reports.received.some(
        ({ event }) => event.platform === 'javascript' && event.transaction === '/v2/payment',
      ),
    )
    .toBe(true)
  const alive = () =>
    page.evaluate(() => ['google_tag_manager', 'testing', 'idaChat'].filter(name => name in window))
  expect(await alive()).toEqual([])
  expect(asked).toEqual([])

  await payment.payWith(cards.good, '$49')
  await thankYou.isShown()
  await page.keyboard.press('Tab')
  await expect(page.getByText(/\{"referralCode":"FRIEND","orderId":"[^"@]+"\}/)).toBeAttached()
  expect(sent.length).toBeGreaterThan(4)
  for (const secret of [token, ana.email, ana.firstName, ana.lastName, cards.good, '_secret_'])
    expect(sent.join('\n')).not.toContain(secret)
})

test('scripts of others wait until the address says nothing of the link any more', async ({
  page,
  product,
  reports,
}) => {
  const asked = await standIn(page, reports)
  let letBegin = () => {}
  const mayBegin = new Promise<void>(resolve => {
    letBegin = resolve
  })
  let isAsked = false
  await page.route('**/backend/api/checkout/', async route => {
    isAsked = true
    await mayBegin
    await route.continue()
  })
  const { driver } = stepsIn(page)
  await driver.open('?coupon=CART20&gclid=G1&utm_source=mail')
  await use(page)
  await expect.poll(() => isAsked).toBe(true)
  // The page's own parts beside the order have come by then.
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('ida-checkout-visit')))
    .toContain('page timing')
  expect(asked).toEqual([])
  const addresses: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).hostname in stoodIn) addresses.push(page.url())
  })
  letBegin()
  await expect.poll(() => asked.length).toBeGreaterThan(1)
  expect(new Set(addresses)).toEqual(
    new Set([`${product.origin}${driver.address}?utm_source=mail`]),
  )
})

test('scripts of others that fail or hang are nothing to the customer', async ({
  page,
  product,
  reports,
  expectProblem,
}) => {
  expectProblem(/net::ERR_FAILED \(https:\/\/chat\.example/)
  await standIn(page, reports)
  await page.route('https://chat.example/**', route => route.abort())
  await page.route('https://testing.example/**', () => new Promise(() => undefined))
  const { review, payment } = stepsIn(page)
  const token = await checkoutAt(product.origin, 'review', { digital: true })
  await review.open(`?token=${token}`)
  await use(page)
  await chatButton(page).click()
  await expect(page).toHaveURL(/\/checkouts\/help\/$/)
  await review.open()
  await use(page)
  await review.continue.click()
  await payment.isShown()
})

test('a fault is reported without whoever it happened to, and nobody waits for it', async ({
  page,
  product,
  reports,
  expectProblem,
}) => {
  expectProblem(/500 \(Internal Server Error\)|\[checkout\] saving/)
  await standIn(page, reports)
  const { driver, photos } = stepsIn(page)
  const token = await checkoutAt(product.origin, 'driver-details')
  await driver.open(`?token=${token}`)
  await use(page)
  reports.answer('hang')
  const call = `**/backend/api/checkout/${token}/`
  await page.route(call, route =>
    route.fulfill({ status: 500, json: { detail: 'x', code: 'fault' } }),
  )
  await driver.fill()
  await reports.until('"value":"saving"')
  await page.unroute(call)
  await driver.continue.click()
  await photos.isShown()

  const [fault] = reports.received.filter(({ event }) => event.exception)
  expect(fault?.event).toMatchObject({
    platform: 'javascript',
    release: 'ida-checkout@1.3.5',
    transaction: '/v2/driver-details',
  })
  for (const { whole } of reports.received)
    for (const secret of [token, ana.email, ana.lastName, 'userToken', 'cookie'])
      expect(whole).not.toContain(secret)
})
