import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from '@/commands/program'
import { createCheckoutAt, fetchCheckout } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { createGate } from '../support/gate'
import { readTagEvents } from '../support/tag-events'
import { createTranslate, translateEnglish as translate } from '../support/texts'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'
import { openSummary, orderSummary, summarySheet } from './pages/summary'
import { waitForToken } from './pages/token'

const couponCall = '**/backend/api/coupons/validate/**'
const buildCouponState = (name: string) => ({ state: { coupon: { name } } })

/** Name of the coupon stored on the server. */
const fetchCouponName = async (origin: string, token: string) =>
  (await fetchCheckout(origin, token)).state.coupon?.name

test('a code typed by keyboard is applied without a layout shift and stays until the payment', async ({
  page,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'review')
  const { review, payment } = stepPages(page)
  const summary = orderSummary(page)
  const responseGate = createGate()
  await page.route(couponCall, async route => {
    await responseGate.opened
    await route.continue()
  })
  await review.openOrder(token)
  await waitUntilReady(page)
  await summary.box.focus()
  await page.keyboard.press('Enter')
  await expect(summary.code).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(summary.useFound('FROMIDAWITHLOVE')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type(' fixed10 ')
  await page.keyboard.press('Tab')
  await expect(summary.apply).toBeFocused()
  const rows = summary.container.locator('dl')
  const before = await rows.boundingBox()
  await page.keyboard.press('Space')
  await expect(rows).toHaveAttribute('aria-busy', 'true')
  expect(await rows.boundingBox()).toEqual(before)
  responseGate.open()
  await expect(summary.coupon('FIXED10')).toContainText('−$10')
  await review.expectTotal('$78')
  await expect(summary.outcome).toHaveText(
    translate('coupon:applied', { name: 'FIXED10', amount: '$10' }),
  )
  await expect.poll(() => fetchCouponName(product.origin, token)).toBe('FIXED10')

  await review.continue.click()
  await payment.expectShown()
  await payment.expectTotal('$78')
})

test('the total opens the summary in a sheet that is announced and closes automatically, also on the payment step', async ({
  page,
  product,
}) => {
  const urgent = { selected: true, is_skip: false }
  const state = { coupon: { name: 'FIXED10' }, urgent }
  const token = await createCheckoutAt(product.origin, 'review', { state })
  const { review, payment } = stepPages(page)
  const below = orderSummary(page)
  const sheet = summarySheet(page)
  await review.openOrder(token)
  await waitUntilReady(page)
  await expect(sheet.button).toHaveAttribute('aria-haspopup', 'dialog')
  await expect(sheet.button).toContainText('$103')
  await sheet.open()
  const ids = await page.locator('[id]').evaluateAll(found => found.map(({ id }) => id))
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])

  await sheet.remove('FIXED10').click()
  await expect(sheet.total).toHaveText('$113')
  await expect(sheet.announcement).toContainText(translate('summary.announced', { total: '$113' }))
  await expect(below.announcement).toBeEmpty()
  await expect.poll(() => fetchCouponName(product.origin, token)).toBeUndefined()
  await sheet.openBox()
  await sheet.enter('CART20')
  await expect(sheet.coupon('CART20')).toBeVisible()
  await expect(sheet.outcome).toBeInViewport()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(sheet.sheet).toBeHidden()
  await expect(sheet.button).toBeFocused()
  await expect(sheet.button).toContainText('$93')
  await expect(below.announcement).toBeEmpty()

  // A removal in the summary also changes the step.
  await expect(review.urgent).toBeChecked()
  await below.removeUrgent.click()
  await expect(review.standard).toBeChecked()
  await below.putBackUrgent.click()
  await expect(review.urgent).toBeChecked()
  await review.expectTotal('$93')

  await review.continue.click()
  await payment.expectShown()
  await waitUntilReady(page)
  await sheet.open()
  await expect(sheet.total).toHaveText('$93')
  await sheet.close()
  await expect(sheet.sheet).toBeHidden()
})

test('a coupon box opened before the scripts load is filled when they do', async ({
  page,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'review')
  const { review } = stepPages(page)
  await review.openOrder(token)
  const scripts = createGate()
  await page.route('**/_next/static/**/*.js', async route => {
    await scripts.opened
    await route.continue()
  })
  await page.goto(review.address, { waitUntil: 'commit' })
  const summary = orderSummary(page)
  await summary.box.click()
  await expect(summary.code).toBeHidden()
  scripts.open()
  await summary.enter('FIXED10')
  await review.expectTotal('$78')
})

test('a coupon box that fails to load closes, shows an error and opens on retry', async ({
  page,
  product,
  expectProblem,
}) => {
  expectProblem(/Failed to load resource/)
  const token = await createCheckoutAt(product.origin, 'review')
  const summary = orderSummary(page)
  await stepPages(page).review.openOrder(token)
  await waitUntilReady(page)
  await page.route('**/_next/static/**/*.js', route => route.abort())
  await summary.box.click()
  await expect(page.getByText(translate('coupon.notLoaded'))).toBeVisible()
  await expect(summary.container.locator('details')).not.toHaveAttribute('open')
  await page.unroute('**/_next/static/**/*.js')
  await summary.openBox()
})

/** Starts the season of a deal: only orders of the summer campaign's links can have it. */
async function startSeason(databaseUrl: string, name: string, lastDay: string) {
  const change = ['change', '--name', name, '--until', lastDay]
  const argv = ['--import', 'tsx', 'src/commands/coupons.ts', ...change]
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  await promisify(execFile)(process.execPath, argv, { cwd: root, env })
}

test('the season’s deal replaces a weaker coupon of the customer on request, gives way on another plan, and returns @desktop', async ({
  page,
  product,
  databaseUrl,
}) => {
  await startSeason(databaseUrl, 'SUMMERDEAL', '2099-08-31')
  const shopCoupon = 'FROMIDAWITHLOVE'
  const launch = { 't-33770529': '1' }
  const options = { ...buildCouponState(shopCoupon), launch }
  const token = await createCheckoutAt(product.origin, 'shipping', options)
  const { plan } = stepPages(page)
  const summary = orderSummary(page)
  const dealBox = page.getByRole('region', { name: translate('deal.summer.name') })
  // The server reads a changed coupon within ten seconds.
  await expect(async () => {
    await plan.openOrder(token)
    await expect(dealBox).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await waitUntilReady(page)
  await expect(dealBox).toContainText(translate('deal.summer.percent', { percent: 20 }))
  await expect(dealBox).toContainText(translate('deal.until', { date: 'August 31, 2099' }))
  await expect(dealBox).toContainText(
    translate('deal.lowers', { name: shopCoupon, amount: '$6.90' }),
  )
  await dealBox.getByRole('button', { name: translate('deal.use') }).focus()
  await page.keyboard.press('Enter')
  await expect(dealBox.getByRole('status')).toHaveText(translate('deal.summer.applied'))
  await expect(dealBox).toBeFocused()
  await expect(dealBox).toContainText(
    translate('deal.summer.offer', { percent: 20, amount: '$13.80' }),
  )
  await plan.expectTotal('$74.20')
  await expect.poll(() => fetchCouponName(product.origin, token)).toBe('SUMMERDEAL')

  await plan.years(1).check()
  await expect(dealBox).toBeHidden()
  const reason = translate('coupon.lost.plan', { name: 'SUMMERDEAL' })
  const replacementText = translate('coupon.instead', { reason, name: shopCoupon })
  await expect(summary.coupon(shopCoupon).getByRole('status')).toHaveText(replacementText)
  await plan.expectTotal('$63.10')
  await plan.years(3).check()
  await expect(summary.coupon('SUMMERDEAL')).toContainText('−$13.80')
  await expect(summary.container).not.toContainText(reason)
  await plan.expectTotal('$74.20')
})

test('an unusable code of a link is mentioned once, the shop’s coupon stays, and another code is submitted alone', async ({
  page,
}) => {
  const { driver } = stepPages(page)
  const response = await driver.open('?coupon=ENDED')
  const notice = page.getByText(translate('coupon.fromLink.expired', { name: 'ENDED' }))
  expect(await response?.text()).toContain(translate('coupon.fromLink.expired', { name: 'ENDED' }))
  await expect(notice).toBeVisible()
  const summary = await openSummary(page)
  await expect(summary.coupon('FROMIDAWITHLOVE')).toBeVisible()
  await expect(summary.box).toHaveText(translate('coupon.question'))
  await page.keyboard.press('Escape')
  await waitForToken(page.context())
  await page.getByRole('status').filter({ has: notice }).getByRole('button').click()
  await expect(notice).toBeHidden()
  await expect(driver.heading).toBeFocused()
  await page.reload()
  await expect(notice).toBeHidden()
  await openSummary(page)
  await summary.openBox()
  await expect(summary.found('ENDED')).toContainText(translate('coupon:message.expired'))

  // Enter submits the code, not the step.
  await summary.enter('take50')
  await expect(summary.coupon('take50')).toBeVisible()
  await driver.expectTotal('$78.50')
  await driver.expectShown()
  await expect(driver.errorSummary).toBeHidden()
})

for (const [language, width] of [
  ['en', ' @desktop'],
  ['ar', ''],
] as const)
  test(`the fully expanded summary has no violation in ${language}${width}`, async ({
    page,
    context,
    product,
  }) => {
    const texts = createTranslate(language)
    await context.addCookies([
      { name: 'language', value: language, url: `${product.origin}/checkouts/` },
    ])
    const token = await createCheckoutAt(product.origin, 'shipping', buildCouponState('CART20'))
    const { plan } = stepPages(page, texts)
    const expectSoundLayout = async () => {
      await expectNoAxeViolations(page)
      const horizontalOverflow = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      })
      expect(horizontalOverflow, 'pixels to scroll sideways').toBe(0)
    }
    await plan.openOrder(token)
    await waitUntilReady(page)
    const summary = await openSummary(page, texts)
    await summary.openBox()
    await expect(summary.code).toHaveCSS('direction', 'ltr')
    await summary.enter('ENDED')
    await expect(summary.refusal).toHaveText(texts('coupon:message.expired'))
    await expect
      .poll(() => readTagEvents(page, 'coupon denied'))
      .toEqual([{ event: 'coupon denied', coupon: 'ENDED', reason: 'expired' }])
    await expectSoundLayout()
    await summary.enter('FIXED10')
    await expect(summary.keep).toBeVisible()
    const sizes = await Promise.all(
      [summary.keep, summary.useInstead('FIXED10')].map(button => button.boundingBox()),
    )
    expect(sizes[0]?.width).toBe(sizes[1]?.width)
    await expectSoundLayout()
    await summary.remove('CART20').click()
    await expect(summary.putBack).toBeVisible()
    await expectSoundLayout()
  })
