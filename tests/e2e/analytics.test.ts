import type { Page } from '@playwright/test'
import { createCheckoutAt } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { readTagEvents } from '../support/tag-events'
import { createTranslate } from '../support/texts'
import { ana } from './pages/driver-details'
import { lifetime } from './pages/lifetime'
import { cards } from './pages/payment'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'
import { waitForToken } from './pages/token'

/** Data layer of the page without the timing events, whose values vary. */
const readEvents = (page: Page) =>
  page.evaluate(() => (window.dataLayer ?? []).filter(({ event }) => event !== 'page timing'))

const readPurchases = (page: Page) => readTagEvents(page, 'purchase')

/** Waits for the thank-you page's last event. */
async function waitForCompletedEvent(page: Page): Promise<void> {
  await expect
    .poll(() => readEvents(page))
    .toContainEqual({ event: 'virtual page', page: '/completed/' })
}

const offeredPlan = { plan_id: 42, category: 'physical', years: 3 }
const digitalPlan = { plan_id: 45, category: 'digital', years: 3 }
const chosenPlan = { plan_id: 43, category: 'digital', years: 1 }

/** Positions of the three-year and the one-year card from the left (docs/product.md, Plans). */
const directions = [
  { language: 'en', direction: 'left to right', threeYearsIndex: 2, oneYearIndex: 1 },
  { language: 'ar', direction: 'right to left', threeYearsIndex: 1, oneYearIndex: 3 },
]

for (const { language, direction, threeYearsIndex, oneYearIndex } of directions)
  test(`a purchase sends an event per step, with plan positions counted from the left, where pages read from ${direction}`, async ({
    page,
    context,
    product,
  }) => {
    const url = `${product.origin}/checkouts/`
    await context.addCookies([{ name: 'language', value: language, url }])
    const translate = createTranslate(language)
    const { driver, photos, plan, review, payment, thankYou } = stepPages(page, translate)
    await driver.open()
    // The pages are tracked once the checkout exists.
    const token = await waitForToken(context)
    await driver.fill()
    await driver.continue.click()
    await photos.expectShown()
    await photos.addLater.click()
    await plan.expectShown()
    await plan.digital.check()
    await plan.years(1).check()
    await plan.continue.click()
    await review.expectShown()
    await review.continue.click()
    await payment.expectShown()
    await payment.fillCard(cards.good)
    await payment.terms.check()
    await page.getByRole('main').locator('button[type=submit]', { hasText: '26.10' }).click()
    await thankYou.expectShown()
    await waitForCompletedEvent(page)
    await expect.poll(() => readPurchases(page)).toHaveLength(1)

    const events = await readEvents(page)
    const id = events.at(-1)?.['order_id']
    expect(id).toMatch(/\w/)
    const buildPageEvent = (path: string) => ({ event: 'virtual page', page: path })
    expect(events).toEqual([
      buildPageEvent('/select-idp/'),
      buildPageEvent('/driver-details/'),
      { event: 'add-to-cart', ...offeredPlan, position: threeYearsIndex },
      buildPageEvent('/verify-identity/'),
      buildPageEvent('/shipping/'),
      { event: 'plan chosen', ...digitalPlan, position: threeYearsIndex },
      { event: 'plan chosen', ...chosenPlan, position: oneYearIndex },
      buildPageEvent('/review/'),
      buildPageEvent('/payment/'),
      { event: 'begin payment', kind: 'plan', value: 26.1, currency: 'USD', method: 'stripe' },
      buildPageEvent('/completed/'),
      {
        event: 'purchase',
        event_id: id,
        order_id: id,
        kind: 'plan',
        value: 26.1,
        currency: 'USD',
        coupon: 'FROMIDAWITHLOVE',
        ...chosenPlan,
        position: oneYearIndex,
      },
    ])
    const allEventsJson = JSON.stringify(await page.evaluate(() => window.dataLayer))
    for (const secret of [token, token.slice(0, 8), ana.email, ana.firstName, ana.lastName])
      expect(allEventsJson).not.toContain(secret)
    expect(allEventsJson).not.toMatch(/secret|token|https?:|pi_/)
  })

test('an order counts as one purchase whatever the browser does, and the lifetime order as another', async ({
  page,
  context,
  product,
  openBrowser,
}) => {
  const token = await createCheckoutAt(product.origin, 'payment')
  const { review, payment, thankYou } = stepPages(page)
  await review.openOrder(token)
  await review.continue.click()
  await payment.payWith(cards.good, '$88')
  await thankYou.expectShown()
  await waitForCompletedEvent(page)
  await expect.poll(() => readPurchases(page)).toMatchObject([{ kind: 'plan', value: 88 }])

  await page.reload()
  await thankYou.expectShown()
  await waitForCompletedEvent(page)
  await page.goBack()
  await thankYou.expectShown()
  await waitForCompletedEvent(page)
  expect(await readPurchases(page)).toEqual([])

  const tab = await context.newPage()
  await stepPages(tab).thankYou.open()
  await waitForCompletedEvent(tab)
  expect(await readPurchases(tab)).toEqual([])
  await tab.close()
  // Viewing the order in another browser is not a purchase there.
  const otherBrowserPage = await (await openBrowser()).newPage()
  await stepPages(otherBrowserPage).thankYou.openOrder(token)
  await waitForCompletedEvent(otherBrowserPage)
  expect(await readPurchases(otherBrowserPage)).toEqual([])

  const offer = lifetime(page)
  await page.reload()
  await waitForCompletedEvent(page)
  await offer.accept('$130').click()
  await offer.payWith(cards.good, '$130')
  await expect(offer.bought).toBeVisible()
  await expect
    .poll(() => readPurchases(page))
    .toMatchObject([{ kind: 'lifetime', value: 130, plan_id: 62, position: 0 }])
})

test('an unusable coupon of a link is tracked once, however often the page loads', async ({
  page,
}) => {
  const { driver } = stepPages(page)
  const readDeniedCoupons = () => readTagEvents(page, 'coupon denied')
  await driver.open('?coupon=ENDED')
  await waitUntilReady(page)
  await driver.openSection('you')
  await expect
    .poll(readDeniedCoupons)
    .toEqual([{ event: 'coupon denied', coupon: 'ENDED', reason: 'expired' }])
  await expect(page).toHaveURL(driver.address)
  await page.reload()
  await waitUntilReady(page)
  await driver.openSection('you')
  await expect.poll(() => readTagEvents(page, 'virtual page')).toHaveLength(1)
  expect(await readDeniedCoupons()).toEqual([])
  expect(await readTagEvents(page, 'page timing')).toEqual([])
})

test('an order started by a partner’s link is tracked once as such', async ({ page }) => {
  const { driver } = stepPages(page)
  await driver.open('?partner-token=sandbox-bikes-printed-3-years-aaaaaaaaaaaaa')
  await waitUntilReady(page)
  const listPagePaths = async () =>
    (await readTagEvents(page, 'virtual page')).map(event => event['page'])
  await driver.openSection('you')
  await expect.poll(listPagePaths).toEqual(['/select-idp/', '/driver-details/'])
  await page.reload()
  await waitUntilReady(page)
  await driver.openSection('you')
  await expect.poll(listPagePaths).toEqual(['/driver-details/'])
})

test('an unknown address sends no event', async ({ page, expectProblem }) => {
  expectProblem(/404 \(Not Found\)/)
  await page.goto('/checkouts/no-such-page/')
  await page.keyboard.press('Tab')
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => window.dataLayer ?? [])).toEqual([])

  const { driver } = stepPages(page)
  await driver.open()
  await waitUntilReady(page)
  await driver.openSection('you')
  await expect
    .poll(() =>
      page.evaluate(() => (window.dataLayer ?? []).map(({ event, page }) => [event, page])),
    )
    .toEqual([
      ['page timing', '/driver-details/'],
      // The order begins here: the unknown address has begun none.
      ['virtual page', '/select-idp/'],
      ['virtual page', '/driver-details/'],
    ])
})
