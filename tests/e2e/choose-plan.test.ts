import type { Locator } from '@playwright/test'
import { changeCheckout, checkoutAt, checkoutOf } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { movementsOf } from '../support/ledger'
import { english as say, sayIn } from '../support/texts'
import { gallery } from './pages/gallery'
import { partner, partnerLinks } from './pages/partner'
import { cards } from './pages/payment'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'

const arabic = sayIn('ar')
const speaksArabic = (origin: string) => ({
  name: 'language',
  value: 'ar',
  url: `${origin}/checkouts/`,
})

/** How things stand on the screen: from the left where they are side by side, else from the top. */
async function asTheyStand(things: Locator[]): Promise<number[]> {
  const boxes = await Promise.all(things.map(thing => thing.boundingBox()))
  const placed = boxes.map((box, index) => ({ index, x: box?.x ?? 0, y: box?.y ?? 0 }))
  const isRow = new Set(placed.map(({ y }) => Math.round(y))).size === 1
  return placed
    .sort((one, other) => (isRow ? one.x - other.x : one.y - other.y))
    .map(({ index }) => index)
}

test.describe('the plan cards', () => {
  const years = [1, 2, 3]

  test('stand 1, 3, 2 years', async ({ page, product }) => {
    const token = await checkoutAt(product.origin, 'shipping')
    const { plan } = stepsIn(page)
    await plan.open(`?token=${token}`)
    const order = await asTheyStand(years.map(plan.years))
    expect(order.map(index => years[index])).toEqual([1, 3, 2])
    await expect(page.getByText(say('plan:years.perYear', { price: '$23' }))).toBeVisible()
    await expect(page.getByText(say('plan:lifetime.means'))).toBeHidden()
  })

  test('in Arabic run from the right, one year first', async ({ page, context, product }) => {
    await context.addCookies([speaksArabic(product.origin)])
    const token = await checkoutAt(product.origin, 'shipping')
    const { plan } = stepsIn(page, arabic)
    await plan.open(`?token=${token}`)
    const order = await asTheyStand(years.map(plan.years))
    const isPhone = (page.viewportSize()?.width ?? 0) < 640
    expect(order.map(index => years[index])).toEqual(isPhone ? [1, 2, 3] : [3, 2, 1])
    await expectNoAxeViolations(page)
  })

  test('are those of the link, when it names some', async ({ page, product }) => {
    const token = await checkoutAt(product.origin, 'shipping')
    const { plan } = stepsIn(page)
    await plan.open(`?token=${token}&products=40,42`)
    await plan.isShown()
    await expect(plan.years(1)).toBeVisible()
    await expect(plan.years(3)).toBeChecked()
    await expect(plan.years(2)).toHaveCount(0)
    await expect(plan.printed).toBeChecked()
    await expect(plan.digital).toHaveCount(0)
    await plan.years(1).check()
    await plan.costs('$68')
  })
})

test('the summer campaign has a plan for life, which is delivered and paid', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'shipping')
  const { plan, review, payment, thankYou } = stepsIn(page)
  const lifetime = page.getByRole('radio', { name: say('plan:lifetime.title') })
  await plan.open(`?token=${token}&t-34374257=1`)
  await plan.isShown()
  await expect(page.getByText(say('plan:lifetime.each'))).toBeVisible()
  await lifetime.check()
  await plan.costs('$168')
  await plan.digital.check()
  await plan.costs('$49')
  await plan.printed.check()
  await expect(lifetime).toBeChecked()
  await plan.costs('$168')
  await expectNoAxeViolations(page)
  await plan.fillAddress()
  await plan.continue.click()

  await review.isShown()
  const name = say('plan.name.lifetime', { count: 0 })
  await expect(page.getByRole('main').getByText(name)).toBeVisible()
  await expect(page.getByRole('main').getByText(say('summary.forLife'))).toBeVisible()
  await review.continue.click()
  await payment.isShown()
  await payment.fillCard(cards.good)
  await payment.terms.check()
  await payment.pay('$168').click()
  await thankYou.isShown()
  await expect(page.getByRole('main').getByText(name)).toBeVisible()
  expect(await movementsOf(product, token)).toEqual([
    { kind: 'charge', amount: 16_800, currency: 'usd' },
  ])
})

test.describe('the pictures of the permit', () => {
  test('are looked through by mouse, round and round', async ({ page, product }) => {
    const token = await checkoutAt(product.origin, 'shipping')
    const { plan } = stepsIn(page)
    await plan.open(`?token=${token}`)
    await isReady(page)
    const pictures = gallery(page)
    await pictures.list.scrollIntoViewIfNeeded()
    await pictures.isAt('booklet')
    expect((await pictures.picture('booklet').boundingBox())?.height).toBe(280)
    for (const slide of ['spread', 'card', 'digital', 'booklet'] as const) {
      await pictures.next.click()
      await pictures.isAt(slide)
    }
    await pictures.previous.click()
    await pictures.isAt('digital')
    await pictures.next.click()
    await pictures.next.click()
    await pictures.isAt('spread')
  })

  test('are looked through by keyboard', async ({ page, product }) => {
    const token = await checkoutAt(product.origin, 'shipping')
    const { plan } = stepsIn(page)
    await plan.open(`?token=${token}`)
    await isReady(page)
    const pictures = gallery(page)
    await pictures.list.focus()
    await page.keyboard.press('ArrowRight')
    await pictures.isAt('spread')
    await page.keyboard.press('Tab')
    await expect(pictures.previous).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(pictures.next).toBeFocused()
    await pictures.isAt('card')
  })

  test('in Arabic follow each other from right to left', async ({ page, context, product }) => {
    await context.addCookies([speaksArabic(product.origin)])
    const token = await checkoutAt(product.origin, 'shipping')
    const { plan } = stepsIn(page, arabic)
    await plan.open(`?token=${token}`)
    await isReady(page)
    const pictures = gallery(page, arabic)
    await pictures.list.scrollIntoViewIfNeeded()
    expect(await asTheyStand([pictures.previous, pictures.next])).toEqual([1, 0])
    const [first, second] = [
      await pictures.picture('booklet').boundingBox(),
      await pictures.picture('spread').boundingBox(),
    ]
    expect(second?.x).toBeLessThan(first?.x ?? 0)
    await pictures.next.click()
    await pictures.isAt('spread')
    await pictures.previous.click()
    await pictures.previous.click()
    await pictures.isAt('digital')
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('are a list that scrolls by itself', async ({ page, product }) => {
      const token = await checkoutAt(product.origin, 'shipping')
      const { plan } = stepsIn(page)
      await plan.open(`?token=${token}`)
      const pictures = gallery(page)
      await expect(pictures.next).toBeHidden()
      await pictures.picture('digital').scrollIntoViewIfNeeded()
      await expect(pictures.picture('digital')).toBeInViewport({ ratio: 0.95 })
    })
  })
})

test.describe('the ways of delivery', () => {
  const methodsCall = '**/backend/api/shipping/shipping-methods/'
  const byPost = say('delivery.methods.post')

  test('say where there are none, and keep the customer from going on', async ({
    page,
    product,
  }) => {
    const token = await checkoutAt(product.origin, 'shipping')
    const { plan } = stepsIn(page)
    await plan.open(`?token=${token}`)
    await plan.fillAddress()
    await plan.country.selectOption({ label: 'Antarctica' })
    await expect(page.getByText(say('plan:methods.none'))).toBeVisible()
    await plan.continue.click()
    await expect(plan.country).toHaveAttribute('aria-invalid', 'true')
    await expect(plan.country).toBeFocused()
  })

  test('that cannot be loaded are told with their last price, and loaded again by the press', async ({
    page,
    product,
    expectProblem,
  }) => {
    expectProblem(/503/)
    const token = await checkoutAt(product.origin, 'shipping')
    const { plan } = stepsIn(page)
    await plan.open(`?token=${token}`)
    await expect(plan.method('DHL')).toBeChecked()
    await page.route(methodsCall, route => route.fulfill({ status: 503, json: { detail: '' } }))
    await plan.country.selectOption({ label: 'Germany' })
    await expect(page.getByText(say('plan:methods.failed'))).toBeVisible()
    await expect(page.getByText(`DHL Express – ${say('plan:methods.lastKnown')}`)).toBeVisible()
    await expectNoAxeViolations(page)
    await page.unroute(methodsCall)
    await page.getByRole('button', { name: say('plan:methods.retry') }).click()
    await expect(plan.method('DHL')).toBeChecked()
    await expect(plan.method('DHL')).toBeFocused()
    await expect(page.getByText(say('plan:methods.failed'))).toBeHidden()
  })

  test('tell a change that came by itself once, and only where it can be seen', async ({
    page,
    product,
  }) => {
    const token = await checkoutAt(product.origin, 'shipping')
    const { plan } = stepsIn(page)
    const told = page.getByText(/^Delivery is now/)
    await plan.open(`?token=${token}`)
    await plan.method('DHL').check()
    // As fast, and for as much.
    await plan.country.selectOption({ label: 'Canada' })
    await expect
      .poll(async () => (await checkoutOf(product.origin, token)).state.shipping.country)
      .toBe('ca')
    await expect(plan.method('DHL')).toBeChecked()
    await expect(told).toBeHidden()

    // Only the post goes there.
    await plan.country.selectOption({ label: 'Belarus' })
    await expect(told).toContainText(`Delivery is now ${byPost}, $19, arrives`)
    await expect(plan.method(byPost)).toBeChecked()
    await plan.costs('$88')

    // What was chosen is offered there, and comes back.
    await plan.country.selectOption({ label: 'Brazil' })
    await expect(told).toContainText('Delivery is now DHL Express, $38, arrives')
    await expect(plan.method('DHL')).toBeChecked()
    await plan.costs('$107')
    await plan.method(byPost).check()
    await expect(told).toBeHidden()
    await plan.costs('$87')
  })

  test('wait for the server to say which one it is, when the list comes sooner', async ({
    page,
    product,
  }) => {
    const token = await checkoutAt(product.origin, 'shipping')
    const { plan } = stepsIn(page)
    const told = page.getByText(/^Delivery is now/)
    await plan.open(`?token=${token}`)
    await plan.method('DHL').check()
    await plan.country.selectOption({ label: 'Belarus' })
    await expect(told).toContainText(`Delivery is now ${byPost}`)
    await plan.costs('$88')

    let save = () => {}
    const saved = new Promise<void>(resolve => {
      save = resolve
    })
    await page.route(`**/backend/api/checkout/${token}/`, async route => {
      await saved
      await route.continue()
    })
    await plan.country.selectOption({ label: 'Brazil' })
    await expect(plan.method('DHL')).toBeVisible()
    await expect(told).toBeHidden()
    save()
    await expect(told).toContainText('Delivery is now DHL Express')
    await expect(plan.method('DHL')).toBeChecked()
    await plan.costs('$107')
  })
})

test('what is too long, or cannot be saved, is told at its field by the field’s own name', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'shipping')
  const { plan, review } = stepsIn(page)
  await plan.open(`?token=${token}`)
  await isReady(page)
  await plan.fillAddress()
  await plan.postcode.fill('9'.repeat(21))
  await plan.city.fill('Port\0land')
  await plan.continue.click()
  await expect(plan.city).toHaveAccessibleDescription(plan.issue('text.unreadable'))
  await expect(plan.city).toBeFocused()
  await expect(plan.postcode).toHaveAccessibleDescription(
    plan.issue('shipping_postcode.long', 'ZIP code'),
  )
  await plan.postcode.fill('97201')
  await plan.city.fill('Portland')
  await expect(plan.errorSummary).toBeHidden()
  await plan.continue.click()
  await review.isShown()
})

test('a link that leaves out what a partner arranged says so, and the order goes on', async ({
  page,
}) => {
  const { driver } = stepsIn(page)
  await driver.open(`?partner-token=${partnerLinks.digital}`)
  await partner(page).isNamed('Northern Trails')
  await driver.open('?products=40,42')
  await partner(page).failed('plan')
  await expect(partner(page).label).toHaveCount(0)
  await expectNoAxeViolations(page)
  await partner(page).goOn.click()
  await expect(partner(page).failure).toHaveCount(0)
  await driver.isShown()
})

test('a phone number that its country does not have is asked for again, and told', async ({
  page,
  product,
  expectProblem,
}) => {
  expectProblem(/422 \(Unprocessable/)
  const token = await checkoutAt(product.origin, 'shipping')
  await changeCheckout(product.origin, token, {
    dialCode: 'us',
    customer: { phone_typed: '5035550' },
  })
  const { plan, review } = stepsIn(page)
  const short = page.getByText(say('plan:issues.phone.short'))
  await plan.open(`?token=${token}`)
  await isReady(page)
  await expect(plan.phone).toHaveCount(0)
  await plan.fillAddress()
  await plan.continue.click()
  await expect(plan.phone).toBeFocused()
  await expect(short).toBeVisible()
  await plan.phone.fill('503 555 0143')
  await expect(short).toBeHidden()
  await plan.phone.fill('503 55')
  await plan.phone.press('Tab')
  await expect(short).toBeVisible()
  await plan.phone.fill('503 555 0143')
  await plan.continue.click()
  await review.isShown()
})
