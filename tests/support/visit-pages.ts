import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page, Request } from '@playwright/test'
import { root } from '@/commands/program'
import { lastStep, steps } from '@/domain/checkout/steps'
import { waitUntilReady } from '../e2e/pages/step'
import { setBrowserOrder } from './browser-order'
import { createCheckoutAt, fetchCheckout } from './checkout-at'
import { createGate } from './gate'

/** Checks a page by its name; `html` is the server's response right after a load. */
type PageVisitor = (name: string, html?: string) => Promise<void>

/** The steps of an order that is ready to pay. */
const orderRoutes = steps.filter(({ number }) => number < lastStep).map(({ route }) => route)

/**
 * Pages that need no order: all page files except those reached through others, and an unknown
 * address.
 */
const otherRoutes = [
  ...readdirSync(join(root, 'src/pages'))
    .flatMap(file => /^(\w.*)\.tsx$/.exec(file)?.[1] ?? [])
    .filter(name => !/^(_.*|404|index|links|open-order|finish-payment|thank-you)$/.test(name))
    .map(name => `/${name}/`),
  '/nowhere/',
]

/** Sets the language of the following requests. */
export const setLanguage = (context: BrowserContext, language: string, origin: string) =>
  context.addCookies([{ name: 'language', value: language, url: `${origin}/checkouts/` }])

/**
 * Visits every customer page in a tab, and checks each after hydration and once the network is
 * idle. Ends on the payment page of an order that is ready to pay.
 */
export async function visitEveryPage(
  page: Page,
  origin: string,
  visitPage: PageVisitor,
): Promise<void> {
  const openPage = createPageOpener(page, origin, visitPage)
  await openPage('/v2/driver-details/', { name: 'first-visit' })
  await openPage('/express/info/', { query: '?simple-flow=1' })
  for (const route of otherRoutes) await openPage(route)

  // Delays the bank's response until the page was checked without it.
  const bankGate = createGate()
  await page.route(bankAnswers, async route => {
    await bankGate.opened
    await route.continue()
  })
  const unpaid = await createOrderPaidWith('pm_card_authenticationRequired', origin)
  await openPage('/', { query: `?token=${unpaid}`, name: 'open-order' })
  await openPage('/finish-payment/', { token: unpaid })
  bankGate.open()
  await page.locator('main a[href$="/payment/"]').waitFor()
  await page.unroute(bankAnswers)
  await visitPage('finish-payment-waiting')

  await visitOrderPages(page, origin, visitPage)
}

/** Visits the receipt and the pages of orders that are ready to pay. */
export async function visitOrderPages(
  page: Page,
  origin: string,
  visitPage: PageVisitor,
): Promise<void> {
  const openPage = createPageOpener(page, origin, visitPage)
  const paid = await createOrderPaidWith('pm_card_visa', origin)
  await openPage('/thank-you/', { token: paid })
  const express = await createCheckoutAt(origin, 'payment', { launch: { 'simple-flow': '1' } })
  await openPage('/express/payment/', { token: express })
  const token = await createCheckoutAt(origin, 'payment')
  for (const route of orderRoutes) await openPage(route, { token })
}

/** Opens a page, waits for the network, and checks it. */
function createPageOpener(page: Page, origin: string, visitPage: PageVisitor) {
  const waitForQuiet = trackRequests(page)
  return async (route: string, { query = '', token = '', name = toPageName(route) } = {}) => {
    if (token) await setBrowserOrder(page.context(), token)
    const response = await page.goto(`${origin}/checkouts${route}${query}`)
    await waitUntilReady(page)
    await waitForQuiet()
    // The provider's frames load last and render their own fields.
    if (route.endsWith('/payment/'))
      await page.frameLocator('#cvc iframe').getByRole('textbox').waitFor()
    await visitPage(name, await response?.text())
  }
}

const bankAnswers = /\/checkout\/finish\/$/

const toPageName = (route: string) => route.replace('/v2', '').slice(1, -1).replaceAll('/', '-')

/** Creates an order and pays it, or tries to, with this card; returns its token. */
async function createOrderPaidWith(card: string, origin: string): Promise<string> {
  const token = await createCheckoutAt(origin, 'payment', { state: { terms: { selected: true } } })
  const { quote } = await fetchCheckout(origin, token)
  const path = 'merchant/stripe/create-payment-intent/'
  const response = await fetch(`${origin}/checkouts/backend/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      api_key: 'demo',
      token,
      payment_method: card,
      expected_total: quote?.total,
      expected_currency: quote?.currency,
    }),
  })
  if (!response.ok) throw new Error(`The order was not paid: ${await response.text()}`)
  return token
}

/**
 * Waits until the tab has no open request and starts no new one. The bank's response is not waited
 * for.
 */
function trackRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let requestCount = 0
  let onIdle = () => {}
  const handleEnd = (request: Request) => {
    open.delete(request)
    if (open.size === 0) onIdle()
  }
  page.on('request', request => {
    if (bankAnswers.test(request.url())) return
    // A navigation ends the old page's requests.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear()
    requestCount += 1
    open.add(request)
  })
  page.on('requestfinished', handleEnd)
  page.on('requestfailed', handleEnd)
  return async () => {
    for (let seenCount = -1; seenCount !== requestCount || open.size > 0; ) {
      seenCount = requestCount
      if (open.size > 0)
        await new Promise<void>(resolve => {
          onIdle = resolve
        })
      await page.evaluate(
        () => new Promise(resolve => requestIdleCallback(() => requestAnimationFrame(resolve))),
      )
    }
  }
}
