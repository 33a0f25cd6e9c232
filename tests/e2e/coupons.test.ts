import type { Page } from '@playwright/test'
import { checkoutAt, checkoutOf } from '../support/checkout-at'
import { eventsOn } from '../support/events-on'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { closedGate } from '../support/gate'
import { english as say, sayIn } from '../support/texts'
import { preferences } from './pages/preferences'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'
import { orderSummary, summarySheet } from './pages/summary'
import { savedToken } from './pages/token'

const couponCall = '**/backend/api/coupons/validate/**'
const withCoupon = (name: string) => ({ state: { coupon: { name } } })

/** The coupon the server has, by its name. */
const couponOf = async (origin: string, token: string) =>
  (await checkoutOf(origin, token)).state.coupon?.name

/** What a tag manager would be told of refused codes. */
const toldOf = (page: Page) => eventsOn(page, 'coupon denied')

test('a code is applied at once, kept, and named with what it saves', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'review')
  const { review, payment } = stepsIn(page)
  const summary = orderSummary(page)
  await review.open(`?token=${token}`)
  await summary.openBox()
  await summary.enter(' fixed10 ')
  await expect(summary.outcome).toHaveText(
    say('coupon:applied', { name: 'FIXED10', amount: '$10' }),
  )
  await expect(summary.coupon('FIXED10')).toContainText('−$10')
  await review.costs('$78')
  await expect(summary.news).toHaveText(say('summary.announced', { total: '$78' }))
  await expect.poll(() => couponOf(product.origin, token)).toBe('FIXED10')
  await expect.poll(() => toldOf(page)).toEqual([])

  await review.continue.click()
  await payment.isShown()
  await payment.costs('$78')
})

test('each refusal says what is wrong and what to do, and is told to the tag manager', async ({
  page,
  product,
  expectProblem,
}) => {
  expectProblem(/409 \(Conflict\)/)
  const token = await checkoutAt(product.origin, 'review', withCoupon('FIXED10'))
  const { review } = stepsIn(page)
  const summary = orderSummary(page)
  await review.open(`?token=${token}`)
  await summary.openBox()
  const refused = [
    ['NO-SUCH-CODE', 'unknown'],
    ['NOTYET', 'unknown'],
    ['ENDED', 'expired'],
    ['DIGITAL5', 'plan'],
    ['TRAVEL25', 'extras'],
    ['EUROONLY', 'currency'],
    ['PARTNER15', 'partner'],
  ] as const
  for (const [name, code] of refused) {
    await summary.enter(name)
    const named = { currency: 'USD', currencies: 'EUR' }
    await expect(summary.refusal).toHaveText(say(`coupon.message.${code}`, named))
    await expect(summary.code).toHaveAccessibleDescription(/\w/)
    await expect(summary.coupon('FIXED10')).toBeVisible()
  }
  // What this order has not come to.
  const elsewhere = ['printed', 'new_customers', 'used_up', 'payment_in_progress'] as const
  for (const code of elsewhere) {
    const isBusy = code === 'payment_in_progress'
    const answer = isBusy
      ? { status: 409, json: { detail: 'A payment is being confirmed.', code } }
      : { json: { coupon: null, error: code } }
    await page.route(couponCall, route => route.fulfill(answer))
    await summary.enter('LIMITED')
    await expect(summary.refusal).toHaveText(say(`coupon.message.${code}`))
  }
  await expect
    .poll(() => toldOf(page))
    .toEqual([
      ...refused.map(([coupon, reason]) => ({ event: 'coupon denied', coupon, reason })),
      ...elsewhere.map(reason => ({ event: 'coupon denied', coupon: 'LIMITED', reason })),
    ])
  await review.costs('$78')
})

test('an email typed as a code is told to nobody', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'review')
  const summary = orderSummary(page)
  await stepsIn(page).review.open(`?token=${token}`)
  await summary.openBox()
  await summary.enter('ana@example.com')
  await expect(summary.refusal).toHaveText(say('coupon.message.unknown'))
  await expect
    .poll(() => toldOf(page))
    .toEqual([{ event: 'coupon denied', coupon: '', reason: 'unknown' }])
})

test('who has tried too many codes is told for how long to wait', async ({
  page,
  product,
  expectProblem,
}) => {
  expectProblem(/429 \(Too Many Requests\)/)
  const token = await checkoutAt(product.origin, 'review')
  const summary = orderSummary(page)
  await stepsIn(page).review.open(`?token=${token}`)
  await summary.openBox()
  await page.route(couponCall, route =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '421' },
      json: { detail: 'Too many tries.', code: 'rate_limited' },
    }),
  )
  await summary.enter('GUESS')
  await expect(summary.refusal).toHaveText(say('coupon.message.rate_limited', { count: 8 }))
  await expect
    .poll(() => toldOf(page))
    .toEqual([{ event: 'coupon denied', coupon: 'GUESS', reason: 'rate_limited' }])
})

for (const [how, answer] of [
  ['gets no answer', undefined],
  ['is answered by a fault', { status: 500, body: 'fault' }],
] as const)
  test(`a check that ${how} says so and can be made again`, async ({
    page,
    product,
    expectProblem,
  }) => {
    expectProblem(/Failed to load resource/)
    const token = await checkoutAt(product.origin, 'review')
    const { review } = stepsIn(page)
    const summary = orderSummary(page)
    await review.open(`?token=${token}`)
    await summary.openBox()
    await page.route(couponCall, route => (answer ? route.fulfill(answer) : route.abort()), {
      times: 1,
    })
    await summary.enter('FIXED10')
    await expect(summary.refusal).toContainText('Failed to check coupon')
    await expect(summary.code).toHaveValue('FIXED10')
    await review.costs('$88')
    await expect
      .poll(() => toldOf(page))
      .toEqual([{ event: 'coupon denied', coupon: 'FIXED10', reason: 'failed' }])
    await summary.retry.click()
    await expect(summary.coupon('FIXED10')).toBeVisible()
    await expect(summary.refusal).toBeHidden()
    await review.costs('$78')
  })

test('while a code is checked the summary keeps its place and says that it is busy', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'review')
  const answer = closedGate()
  const summary = orderSummary(page)
  await stepsIn(page).review.open(`?token=${token}`)
  await summary.openBox()
  await page.route(couponCall, async route => {
    await answer.opened
    await route.continue()
  })
  const rows = summary.place.locator('dl')
  const before = await rows.boundingBox()
  await summary.enter('FIXED10')
  await expect(summary.apply).toHaveAttribute('aria-busy', 'true')
  await expect(rows).toHaveAttribute('aria-busy', 'true')
  expect(await rows.boundingBox()).toEqual(before)
  answer.open()
  await expect(rows).not.toHaveAttribute('aria-busy')
  await expect(summary.coupon('FIXED10')).toBeVisible()
})

test('a weaker code changes nothing before the customer has chosen', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'review', withCoupon('CART20'))
  const { review } = stepsIn(page)
  const summary = orderSummary(page)
  await review.open(`?token=${token}`)
  await summary.openBox()
  await summary.enter('FIXED10')
  await expect(summary.outcome.last()).toContainText(
    say('coupon:current', { name: 'CART20', amount: '$20' }),
  )
  await expect(summary.outcome.last()).toContainText(
    say('coupon:other', { name: 'FIXED10', amount: '$10' }),
  )
  await review.costs('$68')
  const sizes = await Promise.all(
    [summary.keep, summary.useInstead('FIXED10')].map(button => button.boundingBox()),
  )
  expect(sizes[0]?.width).toBe(sizes[1]?.width)
  await summary.keep.click()
  await expect(summary.keep).toBeHidden()
  await expect(summary.code).toBeFocused()
  await review.costs('$68')

  await summary.enter('FIXED10')
  await summary.useInstead('FIXED10').click()
  await review.costs('$78')
  await expect(summary.outcome).toContainText(
    say('coupon:replaced', { name: 'CART20', amount: '$20' }),
  )
  await expect.poll(() => couponOf(product.origin, token)).toBe('FIXED10')
})

test('a better code takes the place of the current one, and says of which', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'review', withCoupon('FROMIDAWITHLOVE'))
  const { review } = stepsIn(page)
  const summary = orderSummary(page)
  await review.open(`?token=${token}`)
  await review.costs('$81.10')
  await summary.openBox()
  await summary.enter('TAKE50')
  await expect(summary.outcome).toHaveText(
    [
      say('coupon:applied', { name: 'take50', amount: '$34.50' }),
      say('coupon:replaced', { name: 'FROMIDAWITHLOVE', amount: '$6.90' }),
    ].join(' '),
  )
  await review.costs('$53.50')
  await expect.poll(() => couponOf(product.origin, token)).toBe('take50')

  await summary.remove('take50').click()
  await review.costs('$88')
  await expect(summary.outcome).toBeHidden()
})

test('a coupon is removed and put back with the same button', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'payment', withCoupon('FIXED10'))
  const { payment } = stepsIn(page)
  const summary = orderSummary(page)
  await payment.open(`?token=${token}`)
  await isReady(page)
  await expect(summary.news).toBeEmpty()
  await summary.remove('FIXED10').focus()
  await page.keyboard.press('Enter')
  await expect(summary.putBack).toBeFocused()
  await expect(summary.coupon('FIXED10')).toContainText(say('coupon.removed'))
  await payment.costs('$88')
  await expect(summary.news).toHaveText(
    say('summary.gone', { what: say('coupon.name', { name: 'FIXED10' }) }) +
      say('summary.announced', { total: '$88' }),
  )
  await expect.poll(() => couponOf(product.origin, token)).toBeUndefined()

  await page.keyboard.press('Enter')
  await expect(summary.remove('FIXED10')).toBeFocused()
  await payment.costs('$78')
  await expect(summary.news).toHaveText(say('summary.announced', { total: '$78' }))
  await expect.poll(() => couponOf(product.origin, token)).toBe('FIXED10')
})

test('what is removed goes at once, is read out once, and leaves the focus in the summary', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'review', {
    state: {
      urgent: { selected: true, is_skip: false },
      travelItemsInCart: [{ item_id: 2, quantity: 2 }],
    },
  })
  const { review } = stepsIn(page)
  const summary = orderSummary(page)
  await review.open(`?token=${token}`)
  await isReady(page)
  const mount = summary.row(say('travel:items.phone-mount.name'))
  await expect(mount).toContainText(say('summary.quantity', { quantity: 2 }))
  await expect(mount).toContainText('$30')
  await review.costs('$143')
  await expect(summary.news).toBeEmpty()

  await mount.getByRole('button').click()
  await expect(mount).toBeHidden()
  await review.costs('$113')
  await expect(summary.place.getByRole('heading').first()).toBeFocused()
  await summary.removeUrgent.click()
  await review.costs('$88')
  await expect(summary.news).toHaveText(
    say('summary.gone', { what: say('urgent.name') }) + say('summary.announced', { total: '$88' }),
  )
  await expect(review.standard).toBeChecked()
  await expect(summary.putBackUrgent).toBeFocused()
  await summary.putBackUrgent.click()
  await review.costs('$113')
  await expect(summary.removeUrgent).toBeFocused()
  await expect(review.urgent).toBeChecked()
})

test('Enter in the box sends the code and nothing else', async ({ page }) => {
  const { driver } = stepsIn(page)
  const summary = orderSummary(page)
  await driver.open()
  await isReady(page)
  await summary.openBox()
  await summary.enter('')
  await expect(summary.refusal).toHaveText(say('coupon:empty'))
  await summary.enter('take50')
  await expect(summary.coupon('take50')).toBeVisible()
  await driver.costs('$59.50')
  await driver.isShown()
  await expect(driver.errorSummary).toBeHidden()
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

test('a code that frees the delivery shows what it would have cost', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'review')
  const { review } = stepsIn(page)
  const summary = orderSummary(page)
  await review.open(`?token=${token}`)
  await summary.openBox()
  await summary.enter('FREESHIP')
  await review.costs('$69')
  await expect(summary.row(say('delivery.name')).first()).toContainText(say('delivery.free'))
  await expect(summary.row(say('delivery.name')).first().locator('s')).toContainText('$19')
  await expect(summary.coupon('FREESHIP')).toContainText(say('coupon.free'))
})

test('a code that is not for another plan makes way for the next best, and comes back', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'shipping', withCoupon('SPRINGDEAL'))
  const { plan } = stepsIn(page)
  const summary = orderSummary(page)
  await plan.open(`?token=${token}`)
  await isReady(page)
  await plan.years(1).check()
  const reason = say('coupon.lost.plan', { name: 'SPRINGDEAL' })
  const instead = say('coupon.instead', { reason, name: 'FROMIDAWITHLOVE' })
  await expect(summary.coupon('FROMIDAWITHLOVE').getByRole('status')).toHaveText(instead)
  await plan.costs('$63.10')
  await plan.years(3).check()
  await expect(summary.coupon('SPRINGDEAL')).toContainText('−$10.35')
  await expect(summary.place).not.toContainText(reason)
  await plan.costs('$77.65')
})

test('where nothing else was found, the customer is told that no discount is left', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'review', withCoupon('FROMIDAWITHLOVE'))
  const { review } = stepsIn(page)
  const summary = orderSummary(page)
  await review.open(`?token=${token}`)
  await isReady(page)
  await summary.remove('FROMIDAWITHLOVE').click()
  await review.costs('$88')
  await preferences(page).choose('EUR')
  await review.costs('€82')
  await summary.openBox()
  await summary.enter('EUROONLY')
  await review.costs('€72')
  await preferences(page).choose('USD')
  await review.costs('$88')
  const lost = { name: 'EUROONLY', currency: 'USD' }
  const told = say('coupon.noneLeft', { reason: say('coupon.lost.currency', lost) })
  await expect(summary.coupon('EUROONLY')).toContainText(told)
  await expect(preferences(page).receipt('USD')).toContainText(told)
})

test('a link’s free delivery is applied once it is the better one, and said to be till then', async ({
  page,
}) => {
  const { driver, photos } = stepsIn(page)
  const summary = orderSummary(page)
  await driver.open('?coupon=FREESHIP')
  await driver.costs('$87.10')
  await expect(summary.place).toContainText(say('coupon.found', { count: 1 }))
  await summary.openBox()
  await expect(summary.found('FREESHIP')).toContainText(say('coupon:savesAbout', { amount: '$19' }))
  await driver.fill()
  await driver.continue.click()
  await photos.isShown()
  await expect(summary.coupon('FREESHIP')).toContainText(say('coupon.free'))
  await photos.costs('$94')
})

test('the deal of the season stands by its plan and is used like a typed code', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'shipping', withCoupon('FROMIDAWITHLOVE'))
  const { plan } = stepsIn(page)
  const deal = page.getByRole('region', { name: say('deal.spring.name') })
  await plan.open(`?token=${token}`)
  await isReady(page)
  await expect(deal).toContainText(say('deal.spring.percent', { percent: 15 }))
  const other = 'FROMIDAWITHLOVE'
  await expect(deal).toContainText(say('deal.lowers', { name: other, amount: '$3.45' }))
  await plan.years(1).check()
  await expect(deal).toBeHidden()
  await plan.years(3).check()
  await deal.getByRole('button', { name: say('deal.use') }).focus()
  await page.keyboard.press('Enter')
  await expect(deal.getByRole('status')).toHaveText(say('deal.spring.applied'))
  await expect(deal).toBeFocused()
  await expect(deal).toContainText(say('deal.spring.offer', { percent: 15, amount: '$10.35' }))
  await plan.costs('$77.65')
  await expect.poll(() => couponOf(product.origin, token)).toBe('SPRINGDEAL')
})

test('a deal that would not lower the total is not offered', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'shipping', withCoupon('CART20'))
  const { plan } = stepsIn(page)
  const deal = page.getByRole('region', { name: say('deal.spring.name') })
  await plan.open(`?token=${token}`)
  await isReady(page)
  await plan.costs('$68')
  await expect(deal).toBeHidden()
})

test('a link’s code that cannot be had is told of once, and the shop’s own stays', async ({
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
})

test('a link’s code is there before the second step, and another one found can be used', async ({
  page,
  context,
  product,
}) => {
  const { driver } = stepsIn(page)
  const summary = orderSummary(page)
  await driver.open('?coupon=take50')
  await driver.costs('$59.50')
  await expect(summary.coupon('take50')).toBeVisible()
  await expect(summary.place).toContainText(say('coupon.foundBest', { count: 2, name: 'take50' }))
  await summary.openBox()
  await expect(summary.found('take50')).toContainText(say('coupon:inUse'))
  await expect(summary.found('FROMIDAWITHLOVE')).toContainText(
    say('coupon:saves', { amount: '$6.90' }),
  )
  await summary.useFound('FROMIDAWITHLOVE').click()
  await driver.costs('$87.10')
  const token = await savedToken(context)
  await expect.poll(() => couponOf(product.origin, token)).toBe('FROMIDAWITHLOVE')
})

test('a code is applied with the keyboard alone', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'review')
  const { review } = stepsIn(page)
  const summary = orderSummary(page)
  await review.open(`?token=${token}`)
  await isReady(page)
  await summary.box.focus()
  await page.keyboard.press('Enter')
  await expect(summary.code).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(summary.useFound('FROMIDAWITHLOVE')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('FIXED10')
  await page.keyboard.press('Tab')
  await expect(summary.apply).toBeFocused()
  await page.keyboard.press('Space')
  await review.costs('$78')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the total opens the summary in a sheet, which speaks and closes by itself', async ({
    page,
    product,
  }) => {
    const token = await checkoutAt(product.origin, 'review', withCoupon('FIXED10'))
    const { review } = stepsIn(page)
    const below = orderSummary(page)
    const sheet = summarySheet(page)
    await review.open(`?token=${token}`)
    await isReady(page)
    await expect(sheet.button).toHaveAttribute('aria-haspopup', 'dialog')
    await expect(sheet.button).toContainText('$78')
    await sheet.open()
    const ids = await page.locator('[id]').evaluateAll(found => found.map(({ id }) => id))
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])

    await sheet.remove('FIXED10').click()
    await expect(sheet.total).toHaveText('$88')
    await expect(sheet.news).toContainText(say('summary.announced', { total: '$88' }))
    await expect(below.news).toBeEmpty()
    await sheet.openBox()
    await sheet.enter('CART20')
    await expect(sheet.coupon('CART20')).toBeVisible()
    await expect(sheet.outcome).toBeInViewport()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await expect(sheet.sheet).toBeHidden()
    await expect(sheet.button).toBeFocused()
    await expect(sheet.button).toContainText('$68')
    await expect(below.news).toBeEmpty()
    await review.costs('$68')
  })

  test('at the payment the summary is one press away', async ({ page, product }) => {
    const token = await checkoutAt(product.origin, 'payment')
    const { payment } = stepsIn(page)
    const sheet = summarySheet(page)
    await payment.open(`?token=${token}`)
    await isReady(page)
    await sheet.open()
    await expect(sheet.total).toHaveText('$88')
    await sheet.close()
    await expect(sheet.sheet).toBeHidden()
  })
})

for (const language of ['en', 'ar'])
  test(`the summary with everything open has no violation in ${language}`, async ({
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
    await isSound()
    await summary.enter('FIXED10')
    await expect(summary.keep).toBeVisible()
    await isSound()
    await summary.remove('CART20').click()
    await expect(summary.putBack).toBeVisible()
    await isSound()
  })
