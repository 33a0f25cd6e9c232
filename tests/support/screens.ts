import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page, Request } from '@playwright/test'
import { root } from '@/commands/program'
import { lastStep, steps } from '@/domain/checkout/steps'
import { isReady } from '../e2e/pages/step'
import { checkoutAt, checkoutOf } from './checkout-at'
import { closedGate } from './gate'

/** Looks at a page by its name; what the server sent is there right after a load. */
type Look = (name: string, html?: string) => Promise<void>

/** The steps of an order that is ready to be paid. */
const ofTheOrder = steps.filter(({ number }) => number < lastStep).map(({ route }) => route)

/** Pages that need no order: every one in the folder but those that others lead to, and an unknown address. */
const besides = [
  ...readdirSync(join(root, 'src/pages'))
    .flatMap(file => /^(\w.*)\.tsx$/.exec(file)?.[1] ?? [])
    .filter(name => !/^(_.*|404|index|links|finish-payment|thank-you)$/.test(name))
    .map(name => `/${name}/`),
  '/nowhere/',
]

/** Asks for every page in this language from now on. */
export const readIn = (context: BrowserContext, language: string, origin: string) =>
  context.addCookies([{ name: 'language', value: language, url: `${origin}/checkouts/` }])

/**
 * Leads a tab through every page that customers see, and looks at each of them once scripts have taken it over and
 * nothing more is on its way. It ends on the payment page of an order that is ready to be paid.
 */
export async function throughEveryPage(page: Page, origin: string, look: Look): Promise<void> {
  const see = seeingWith(page, origin, look)
  await see('/v2/driver-details/', { name: 'first-visit' })
  await see('/express/info/', { query: '?simple-flow=1' })
  for (const route of besides) await see(route)

  // The bank's answer waits until the page has been looked at without it.
  const answer = closedGate()
  await page.route(bankAnswers, async route => {
    await answer.opened
    await route.continue()
  })
  const unpaid = await orderPaidWith('pm_card_authenticationRequired', origin)
  await see('/finish-payment/', { query: `?token=${unpaid}` })
  answer.open()
  await page.locator('main a[href$="/payment/"]').waitFor()
  await page.unroute(bankAnswers)
  await look('finish-payment-waiting')

  await throughOrders(page, origin, look)
}

/** Leads a tab through the receipt and the pages of orders that are ready to be paid, as above. */
export async function throughOrders(page: Page, origin: string, look: Look): Promise<void> {
  const see = seeingWith(page, origin, look)
  const paid = await orderPaidWith('pm_card_visa', origin)
  await see('/thank-you/', { query: `?token=${paid}` })
  const express = await checkoutAt(origin, 'payment', { launch: { 'simple-flow': '1' } })
  await see('/express/payment/', { query: `?token=${express}` })
  let query = `?token=${await checkoutAt(origin, 'payment')}`
  for (const route of ofTheOrder) {
    await see(route, { query })
    query = ''
  }
}

/** Opens a page, lets everything arrive, and looks at it. */
function seeingWith(page: Page, origin: string, look: Look) {
  const quiet = quietOf(page)
  return async (route: string, { query = '', name = nameOf(route) } = {}) => {
    const response = await page.goto(`${origin}/checkouts${route}${query}`)
    await isReady(page)
    await quiet()
    // The provider's frames come last, and draw their fields themselves.
    if (route.endsWith('/payment/'))
      await page.frameLocator('#cvc iframe').getByRole('textbox').waitFor()
    await look(name, await response?.text())
  }
}

const bankAnswers = /\/checkout\/finish\/$/

const nameOf = (route: string) => route.replace('/v2', '').slice(1, -1).replaceAll('/', '-')

/** The token of an order that its customer has paid with this card, or tried to. */
async function orderPaidWith(card: string, origin: string): Promise<string> {
  const token = await checkoutAt(origin, 'payment', { state: { terms: { selected: true } } })
  const { quote } = await checkoutOf(origin, token)
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
 * Waits until nothing that a tab has asked for is on its way, and what has come has asked for nothing more. What
 * the bank says may take as long as it likes.
 */
function quietOf(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let begun = 0
  let whenNone = () => {}
  const end = (request: Request) => {
    open.delete(request)
    if (open.size === 0) whenNone()
  }
  page.on('request', request => {
    if (bankAnswers.test(request.url())) return
    // What a page has asked for ends with it.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear()
    begun += 1
    open.add(request)
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async () => {
    for (let seen = -1; seen !== begun || open.size > 0; ) {
      seen = begun
      if (open.size > 0)
        await new Promise<void>(resolve => {
          whenNone = resolve
        })
      await page.evaluate(
        () => new Promise(resolve => requestIdleCallback(() => requestAnimationFrame(resolve))),
      )
    }
  }
}
