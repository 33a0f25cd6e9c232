import type { BrowserContext, Page } from '@playwright/test'
import { isReady } from '../e2e/pages/step'
import { checkoutAt } from './checkout-at'

/** The pages of an order that is ready to be paid, by the ends of their addresses. */
const ofTheOrder = [
  'v2/driver-details',
  'v2/upload-photos',
  'v2/shipping',
  'v2/review',
  'v2/payment',
]

/** Pages that need no order. */
const besides = ['help', 'privacy', 'terms', 'guarantees', 'preferences', 'nowhere']

/** Asks for every page in this language from now on. */
export const readIn = (context: BrowserContext, language: string, origin: string) =>
  context.addCookies([{ name: 'language', value: language, url: `${origin}/checkouts/` }])

/**
 * Leads a tab through every page but the receipt, which a payment leads to, and looks at each of them once
 * scripts have taken it over. It ends on the payment page; the express checkout comes first, as it is an order of
 * its own.
 */
export async function throughEveryPage(
  page: Page,
  origin: string,
  look: (name: string) => Promise<void>,
): Promise<void> {
  const see = async (path: string, query = '') => {
    await page.goto(`${origin}/checkouts/${path}/${query}`, { waitUntil: 'networkidle' })
    if (path.includes('/')) await isReady(page)
    await look(path.split('/').slice(-2).join('-').replace('v2-', ''))
  }
  await see('express/info', '?simple-flow=1')
  for (const path of besides) await see(path)
  const token = await checkoutAt(origin, 'payment')
  await page.goto(`${origin}/checkouts/?token=${token}`)
  for (const path of ofTheOrder) await see(path)
}
