import { checkoutAt, checkoutOf } from '../support/checkout-at'
import { eventsOn } from '../support/events-on'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { closedGate } from '../support/gate'
import { english as say, sayIn } from '../support/texts'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'
import { orderSummary, summarySheet } from './pages/summary'
import { savedToken } from './pages/token'

const couponCall = '**/backend/api/coupons/validate/**'
const withCoupon = (name: string) => ({ state: { coupon: { name } } })

/** The coupon the server has, by its name. */
const couponOf = async (origin: string, token: string) =>
  (await checkoutOf(origin, token)).state.coupon?.name

test('a code typed with the keyboard alone is applied while nothing moves, and goes on to the payment', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'review')
  const { review, payment } = stepsIn(page)
  const summary = orderSummary(page)
  const answer = closedGate()
  await page.route(couponCall, async route => {
    await answer.opened
    await route.continue()
  })
  await review.open(`?token=${token}`)
  await isReady(page)
  await summary.box.focus()
  await page.keyboard.press('Enter')
  await expect(summary.code).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(summary.useFound('FROMIDAWITHLOVE')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type(' fixed10 ')
  await page.keyboard.press('Tab')
  await expect(summary.apply).toBeFocused()
  const rows = summary.place.locator('dl')
  const before = await rows.boundingBox()
  await page.keyboard.press('Space')
  await expect(rows).toHaveAttribute('aria-busy', 'true')
  expect(await rows.boundingBox()).toEqual(before)
  answer.open()
  await expect(summary.coupon('FIXED10')).toContainText('−$10')
  await review.costs('$78')
  await expect(summary.outcome).toHaveText(
    say('coupon:applied', { name: 'FIXED10', amount: '$10' }),
  )
  await expect.poll(() => couponOf(product.origin, token)).toBe('FIXED10')

  await review.continue.click()
  await payment.isShown()
  await payment.costs('$78')
})

test('the total opens the summary in a sheet, which speaks and closes by itself, at the payment too', async ({
  page,
  product,
}) => {
  const urgent = { selected: true, is_skip: false }
  const state = { coupon: { name: 'FIXED10' }, urgent }
  const token = await checkoutAt(product.origin, 'review', { state })
  const { review, payment } = stepsIn(page)
  const below = orderSummary(page)
  const sheet = summarySheet(page)
  await review.open(`?token=${token}`)
  await isReady(page)
  await expect(sheet.button).toHaveAttribute('aria-haspopup', 'dialog')
  await expect(sheet.button).toContainText('$103')
  await sheet.open()
  const ids = await page.locator('[id]').evaluateAll(found => found.map(({ id }) => id))
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])

  await sheet.remove('FIXED10').click()
  await expect(sheet.total).toHaveText('$113')
  await expect(sheet.news).toContainText(say('summary.announced', { total: '$113' }))
  await expect(below.news).toBeEmpty()
  await expect.poll(() => couponOf(product.origin, token)).toBeUndefined()
  await sheet.openBox()
  await sheet.enter('CART20')
  await expect(sheet.coupon('CART20')).toBeVisible()
  await expect(sheet.outcome).toBeInViewport()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(sheet.sheet).toBeHidden()
  await expect(sheet.button).toBeFocused()
  await expect(sheet.button).toContainText('$93')
  await expect(below.news).toBeEmpty()

  // What is taken off in the summary is taken off in the step.
  await expect(review.urgent).toBeChecked()
  await below.removeUrgent.click()
  await expect(review.standard).toBeChecked()
  await below.putBackUrgent.click()
  await expect(review.urgent).toBeChecked()
  await review.costs('$93')

  await review.continue.click()
  await payment.isShown()
  await isReady(page)
  await sheet.open()
  await expect(sheet.total).toHaveText('$93')
  await sheet.close()
  await expect(sheet.sheet).toBeHidden()
})

test('a box opened before the scripts arrive is filled when they do', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'review')
  const { review } = stepsIn(page)
  await review.open(`?token=${token}`)
  const scripts = closedGate()
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
  await review.costs('$78')
})

test('a box that cannot be loaded closes and says so, and opens at the next try', async ({
  page,
  product,
  expectProblem,
}) => {
  expectProblem(/Failed to load resource/)
  const token = await checkoutAt(product.origin, 'review')
  const summary = orderSummary(page)
  await stepsIn(page).review.open(`?token=${token}`)
  await isReady(page)
  await page.route('**/_next/static/**/*.js', route => route.abort())
  await summary.box.click()
  await expect(page.getByText(say('coupon.notLoaded'))).toBeVisible()
  await expect(summary.place.locator('details')).not.toHaveAttribute('open')
  await page.unroute('**/_next/static/**/*.js')
  await summary.openBox()
})

test('the deal of the season is used like a typed code, makes way on another plan, and comes back', async ({
  page,
  product,
}) => {
  const other = 'FROMIDAWITHLOVE'
  const token = await checkoutAt(product.origin, 'shipping', withCoupon(other))
  const { plan } = stepsIn(page)
  const summary = orderSummary(page)
  const deal = page.getByRole('region', { name: say('deal.spring.name') })
  await plan.open(`?token=${token}`)
  await isReady(page)
  await expect(deal).toContainText(say('deal.spring.percent', { percent: 15 }))
  await expect(deal).toContainText(say('deal.lowers', { name: other, amount: '$3.45' }))
  await deal.getByRole('button', { name: say('deal.use') }).focus()
  await page.keyboard.press('Enter')
  await expect(deal.getByRole('status')).toHaveText(say('deal.spring.applied'))
  await expect(deal).toBeFocused()
  await expect(deal).toContainText(say('deal.spring.offer', { percent: 15, amount: '$10.35' }))
  await plan.costs('$77.65')
  await expect.poll(() => couponOf(product.origin, token)).toBe('SPRINGDEAL')

  await plan.years(1).check()
  await expect(deal).toBeHidden()
  const reason = say('coupon.lost.plan', { name: 'SPRINGDEAL' })
  const instead = say('coupon.instead', { reason, name: other })
  await expect(summary.coupon(other).getByRole('status')).toHaveText(instead)
  await plan.costs('$63.10')
  await plan.years(3).check()
  await expect(summary.coupon('SPRINGDEAL')).toContainText('−$10.35')
  await expect(summary.place).not.toContainText(reason)
  await plan.costs('$77.65')
})

test('a link’s code that cannot be had is mentioned once, the shop’s own stays, and another is sent alone', async ({
  page,
}) => {
  const { driver } = stepsIn(page)
  const summary = orderSummary(page)
  const served = await driver.open('?coupon=ENDED')
  const told = page.getByText(say('coupon.fromLink.expired', { name: 'ENDED' }))
  expect(await served?.text()).toContain(say('coupon.fromLink.expired', { name: 'ENDED' }))
  await expect(told).toBeVisible()
  await expect(summary.coupon('FROMIDAWITHLOVE')).toBeVisible()
  await expect(summary.box).toHaveText(say('coupon.question'))
  await savedToken(page.context())
  await page.getByRole('status').filter({ has: told }).getByRole('button').click()
  await expect(told).toBeHidden()
  await expect(driver.heading).toBeFocused()
  await page.reload()
  await expect(told).toBeHidden()
  await summary.openBox()
  await expect(summary.found('ENDED')).toContainText(say('coupon.message.expired'))

  // Enter sends the code and no answers of the step.
  await summary.enter('take50')
  await expect(summary.coupon('take50')).toBeVisible()
  await driver.costs('$59.50')
  await driver.isShown()
  await expect(driver.errorSummary).toBeHidden()
})

for (const [language, width] of [
  ['en', ' @desktop'],
  ['ar', ''],
] as const)
  test(`the summary with everything open has no violation in ${language}${width}`, async ({
    page,
    context,
    product,
  }) => {
    const texts = sayIn(language)
    await context.addCookies([
      { name: 'language', value: language, url: `${product.origin}/checkouts/` },
    ])
    const token = await checkoutAt(product.origin, 'shipping', withCoupon('CART20'))
    const { plan } = stepsIn(page, texts)
    const summary = orderSummary(page, texts)
    const isSound = async () => {
      await expectNoAxeViolations(page)
      const sideways = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      })
      expect(sideways, 'pixels to scroll sideways').toBe(0)
    }
    await plan.open(`?token=${token}`)
    await isReady(page)
    await summary.openBox()
    await expect(summary.code).toHaveCSS('direction', 'ltr')
    await summary.enter('ENDED')
    await expect(summary.refusal).toHaveText(texts('coupon.message.expired'))
    await expect
      .poll(() => eventsOn(page, 'coupon denied'))
      .toEqual([{ event: 'coupon denied', coupon: 'ENDED', reason: 'expired' }])
    await isSound()
    await summary.enter('FIXED10')
    await expect(summary.keep).toBeVisible()
    const sizes = await Promise.all(
      [summary.keep, summary.useInstead('FIXED10')].map(button => button.boundingBox()),
    )
    expect(sizes[0]?.width).toBe(sizes[1]?.width)
    await isSound()
    await summary.remove('CART20').click()
    await expect(summary.putBack).toBeVisible()
    await isSound()
  })
