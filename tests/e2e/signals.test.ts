import type { Page } from '@playwright/test'
import { checkoutAt } from '../support/checkout-at'
import { eventsOn } from '../support/events-on'
import { expect, test } from '../support/fixtures'
import { sayIn } from '../support/texts'
import { ana } from './pages/driver-details'
import { lifetime } from './pages/lifetime'
import { cards } from './pages/payment'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'
import { savedToken } from './pages/token'

/** What a tag manager would be told on this page, without how fast it came. */
const toldOn = (page: Page) =>
  page.evaluate(() => (window.dataLayer ?? []).filter(({ event }) => event !== 'page timing'))

const purchasesOn = (page: Page) => eventsOn(page, 'purchase')

/** The thank-you page is there, and has told whatever it tells. */
async function hasArrived(page: Page): Promise<void> {
  await expect
    .poll(() => toldOn(page))
    .toContainEqual({ event: 'virtual page', page: '/completed/' })
}

const offered = { plan_id: 42, category: 'physical', years: 3 }
const digital = { plan_id: 45, category: 'digital', years: 3 }
const chosen = { plan_id: 43, category: 'digital', years: 1 }

/** The places of the cards for three years and for one, from the left (SPEC 9). */
const directions = [
  { language: 'en', direction: 'left to right', three: 2, one: 1 },
  { language: 'ar', direction: 'right to left', three: 1, one: 3 },
]

for (const { language, direction, three, one } of directions)
  test(`a purchase is told step by step, plans by their place from the left, where pages read from ${direction}`, async ({
    page,
    context,
    product,
  }) => {
    const url = `${product.origin}/checkouts/`
    await context.addCookies([{ name: 'language', value: language, url }])
    const say = sayIn(language)
    const { driver, photos, plan, review, payment, thankYou } = stepsIn(page, say)
    await driver.open()
    await driver.fill()
    const token = await savedToken(context)
    await driver.continue.click()
    await photos.isShown()
    await photos.addLater.click()
    await plan.isShown()
    await plan.digital.check()
    await plan.years(1).check()
    await plan.continue.click()
    await review.isShown()
    await review.continue.click()
    await payment.isShown()
    await payment.fillCard(cards.good)
    await payment.terms.check()
    await page.getByRole('main').locator('button[type=submit]', { hasText: '51.10' }).click()
    await thankYou.isShown()
    await hasArrived(page)
    await expect.poll(() => purchasesOn(page)).toHaveLength(1)

    const told = await toldOn(page)
    const id = told.at(-1)?.order_id
    expect(id).toMatch(/\w/)
    const visited = (path: string) => ({ event: 'virtual page', page: path })
    expect(told).toEqual([
      visited('/select-idp/'),
      visited('/driver-details/'),
      { event: 'add-to-cart', ...offered, position: three },
      visited('/verify-identity/'),
      visited('/shipping/'),
      { event: 'plan chosen', ...digital, position: three },
      { event: 'plan chosen', ...chosen, position: one },
      visited('/review/'),
      visited('/payment/'),
      { event: 'begin payment', kind: 'plan', value: 51.1, currency: 'USD', method: 'stripe' },
      visited('/completed/'),
      {
        event: 'purchase',
        event_id: id,
        order_id: id,
        kind: 'plan',
        value: 51.1,
        currency: 'USD',
        coupon: 'FROMIDAWITHLOVE',
        ...chosen,
        position: one,
      },
    ])
    const everything = JSON.stringify(await page.evaluate(() => window.dataLayer))
    for (const secret of [token, token.slice(0, 8), ana.email, ana.firstName, ana.lastName])
      expect(everything).not.toContain(secret)
    expect(everything).not.toMatch(/secret|token|https?:|pi_/)
  })

test('an order counts as bought once, whatever the browser does, and its second one by itself', async ({
  page,
  context,
  product,
  openBrowser,
}) => {
  const token = await checkoutAt(product.origin, 'payment')
  const { review, payment, thankYou } = stepsIn(page)
  await review.open(`?token=${token}`)
  await review.continue.click()
  await payment.payWith(cards.good, '$88')
  await thankYou.isShown()
  await hasArrived(page)
  await expect.poll(() => purchasesOn(page)).toMatchObject([{ kind: 'plan', value: 88 }])

  await page.reload()
  await thankYou.isShown()
  await hasArrived(page)
  await page.goBack()
  await thankYou.isShown()
  await hasArrived(page)
  expect(await purchasesOn(page)).toEqual([])

  const tab = await context.newPage()
  await stepsIn(tab).thankYou.open()
  await hasArrived(tab)
  expect(await purchasesOn(tab)).toEqual([])
  await tab.close()
  // Who only looks at the order elsewhere has not bought it there.
  const elsewhere = await (await openBrowser()).newPage()
  await stepsIn(elsewhere).thankYou.open(`?token=${token}`)
  await hasArrived(elsewhere)
  expect(await purchasesOn(elsewhere)).toEqual([])

  const offer = lifetime(page)
  await page.reload()
  await hasArrived(page)
  await offer.accept('$130').click()
  await offer.payWith(cards.good, '$130')
  await expect(offer.done).toBeVisible()
  await expect
    .poll(() => purchasesOn(page))
    .toMatchObject([{ kind: 'lifetime', value: 130, plan_id: 62, position: 0 }])
})

test('a code of a link that cannot be had is told once, however often the page is loaded', async ({
  page,
}) => {
  const { driver } = stepsIn(page)
  const denied = () => eventsOn(page, 'coupon denied')
  await driver.open('?coupon=ENDED')
  await isReady(page)
  await driver.firstName.click()
  await expect
    .poll(denied)
    .toEqual([{ event: 'coupon denied', coupon: 'ENDED', reason: 'expired' }])
  await expect(page).toHaveURL(driver.address)
  await page.reload()
  await isReady(page)
  await driver.firstName.click()
  await expect.poll(() => eventsOn(page, 'virtual page')).toHaveLength(1)
  expect(await denied()).toEqual([])
  expect(await eventsOn(page, 'page timing')).toEqual([])
})

test('an order that a partner’s link has begun is told as one', async ({ page }) => {
  const { driver } = stepsIn(page)
  await driver.open('?partner-token=sandbox-bikes-printed-3-years-aaaaaaaaaaaaa')
  await isReady(page)
  const pages = async () => (await eventsOn(page, 'virtual page')).map(event => event.page)
  await driver.firstName.click()
  await expect.poll(pages).toEqual(['/select-idp/', '/driver-details/'])
  await page.reload()
  await isReady(page)
  await driver.firstName.click()
  await expect.poll(pages).toEqual(['/driver-details/'])
})

test('an address that leads nowhere is measured as no page', async ({ page, expectProblem }) => {
  expectProblem(/404 \(Not Found\)/)
  await page.goto('/checkouts/no-such-page/')
  await page.keyboard.press('Tab')
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => window.dataLayer ?? [])).toEqual([])

  const { driver } = stepsIn(page)
  await driver.open()
  await isReady(page)
  await driver.firstName.click()
  await expect
    .poll(() =>
      page.evaluate(() => (window.dataLayer ?? []).map(({ event, page }) => [event, page])),
    )
    .toEqual([
      ['page timing', '/driver-details/'],
      ['virtual page', '/driver-details/'],
    ])
})
