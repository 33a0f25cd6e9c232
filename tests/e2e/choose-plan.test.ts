import type { Locator } from '@playwright/test'
import { createCheckoutAt, fetchCheckout } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { fetchMovements } from '../support/ledger'
import { createTranslate, translateEnglish as translate } from '../support/texts'
import { gallery } from './pages/gallery'
import { cards } from './pages/payment'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'
import { openSummary } from './pages/summary'

const arabic = createTranslate('ar')
const arabicCookie = (origin: string) => ({
  name: 'language',
  value: 'ar',
  url: `${origin}/checkouts/`,
})

/** Visual order of the elements: by x if they are side by side, else by y. */
async function readVisualOrder(elements: Locator[]): Promise<number[]> {
  const boxes = await Promise.all(elements.map(element => element.boundingBox()))
  const positions = boxes.map((box, index) => ({ index, x: box?.x ?? 0, y: box?.y ?? 0 }))
  const isRow = new Set(positions.map(({ y }) => Math.round(y))).size === 1
  return positions.sort((a, b) => (isRow ? a.x - b.x : a.y - b.y)).map(({ index }) => index)
}

for (const { layout, orders } of [
  { layout: 'on a phone, from the top', orders: { en: [1, 2, 3], ar: [1, 2, 3] } },
  // In Arabic they run from the right, one year first.
  { layout: 'side by side @desktop', orders: { en: [1, 3, 2], ar: [3, 2, 1] } },
])
  test(`the plan cards are in order: ${layout}`, async ({ page, context, product }) => {
    const token = await createCheckoutAt(product.origin, 'shipping')
    const years = [1, 2, 3]
    const isInOrder = async (translate: typeof arabic, order: number[]) => {
      const { plan } = stepPages(page, translate)
      await plan.openOrder(token)
      const found = await readVisualOrder(years.map(plan.years))
      expect(found.map(index => years[index])).toEqual(order)
    }
    await isInOrder(translate, orders.en)
    await context.addCookies([arabicCookie(product.origin)])
    await isInOrder(arabic, orders.ar)
    await expectNoAxeViolations(page)
  })

test('the summer campaign sells a lifetime plan, delivered and paid', async ({ page, product }) => {
  const token = await createCheckoutAt(product.origin, 'shipping')
  const { plan, review, payment, thankYou } = stepPages(page)
  const lifetime = page.getByRole('radio', { name: translate('plan:lifetime.title') })
  await plan.openOrder(token, '?t-34374257=1')
  await plan.expectShown()
  await expect(page.getByText(translate('plan:lifetime.each'))).toBeVisible()
  await lifetime.check()
  await plan.expectTotal('$168')
  await plan.digital.check()
  await plan.expectTotal('$49')
  await plan.printed.check()
  await expect(lifetime).toBeChecked()
  await plan.expectTotal('$168')
  await expectNoAxeViolations(page)
  await plan.fillAddress()
  await plan.continue.click()

  await review.expectShown()
  const name = translate('plan.name.lifetime', { count: 0 })
  await expect(page.getByRole('main').getByText(name)).toBeVisible()
  await expect(page.getByRole('main').getByText(translate('summary.forLife'))).toBeVisible()
  await review.continue.click()
  await payment.expectShown()
  await payment.fillCard(cards.good)
  await payment.terms.check()
  await payment.pay('$168').click()
  await thankYou.expectShown()
  await expect(page.getByRole('complementary').getByText(name)).toBeVisible()
  expect(await fetchMovements(product, token)).toEqual([
    { kind: 'charge', amount: 16_800, currency: 'usd' },
  ])
})

test.describe('the pictures of the permit', () => {
  test('are browsed endlessly by mouse, and by keyboard', async ({ page, product }) => {
    const token = await createCheckoutAt(product.origin, 'shipping')
    const { plan } = stepPages(page)
    await plan.openOrder(token)
    await waitUntilReady(page)
    const pictures = gallery(page)
    await pictures.open()
    await pictures.list.scrollIntoViewIfNeeded()
    await pictures.expectAt('booklet')
    expect((await pictures.picture('booklet').boundingBox())?.height).toBe(280)
    for (const slide of ['spread', 'card', 'digital', 'booklet'] as const) {
      await pictures.next.click()
      await pictures.expectAt(slide)
    }
    await pictures.previous.click()
    await pictures.expectAt('digital')
    await pictures.next.click()
    await pictures.expectAt('booklet')

    await pictures.list.focus()
    await page.keyboard.press('ArrowRight')
    await pictures.expectAt('spread')
    await page.keyboard.press('Tab')
    await expect(pictures.previous).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(pictures.next).toBeFocused()
    await pictures.expectAt('card')
  })

  test('run from right to left in Arabic', async ({ page, context, product }) => {
    await context.addCookies([arabicCookie(product.origin)])
    const token = await createCheckoutAt(product.origin, 'shipping')
    const { plan } = stepPages(page, arabic)
    await plan.openOrder(token)
    await waitUntilReady(page)
    const pictures = gallery(page, arabic)
    await pictures.open()
    await pictures.list.scrollIntoViewIfNeeded()
    expect(await readVisualOrder([pictures.previous, pictures.next])).toEqual([1, 0])
    const [first, second] = [
      await pictures.picture('booklet').boundingBox(),
      await pictures.picture('spread').boundingBox(),
    ]
    expect(second?.x).toBeLessThan(first?.x ?? 0)
    await pictures.next.click()
    await pictures.expectAt('spread')
    await pictures.previous.click()
    await pictures.previous.click()
    await pictures.expectAt('digital')
  })

  test('begin with the phone for a digital permit', async ({ page, product }) => {
    const token = await createCheckoutAt(product.origin, 'shipping', { digital: true })
    const { plan } = stepPages(page)
    await plan.openOrder(token)
    await waitUntilReady(page)
    const pictures = gallery(page, translate, ['digital', 'booklet', 'spread', 'card'])
    await pictures.open()
    await pictures.list.scrollIntoViewIfNeeded()
    await pictures.expectAt('digital')
    await pictures.next.click()
    await pictures.expectAt('booklet')
    await expectNoAxeViolations(page)
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('are a scrollable list', async ({ page, product }) => {
      const token = await createCheckoutAt(product.origin, 'shipping')
      const { plan } = stepPages(page)
      await plan.openOrder(token)
      const pictures = gallery(page)
      await pictures.open()
      await expect(pictures.next).toBeHidden()
      await pictures.picture('digital').scrollIntoViewIfNeeded()
      await expect(pictures.picture('digital')).toBeInViewport({ ratio: 0.95 })
    })
  })
})

/** A day this many days from now, `yyyy-mm-dd`. */
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('the start of the trip shows which couriers arrive in time, and survives a reload', async ({
  page,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'shipping')
  const { plan } = stepPages(page)
  await plan.openOrder(token)
  await waitUntilReady(page)
  const inTime = page.getByText(translate('plan:trip.in_time'), { exact: true })
  await plan.tripStart.fill(dayIn(60))
  await expect(inTime).toHaveCount(3)
  await expectNoAxeViolations(page)
  const tripStart = async () => (await fetchCheckout(product.origin, token)).state.trip_start
  await expect.poll(tripStart).toBe(dayIn(60))
  await page.reload()
  await waitUntilReady(page)
  await expect(plan.tripStart).toHaveValue(dayIn(60))
  await expect(inTime).toHaveCount(3)
  await plan.tripStart.fill(dayIn(1))
  await expect(inTime).toHaveCount(0)
  await expect(page.getByText(translate('plan:trip.late'))).toHaveCount(3)
  await plan.tripStart.fill('')
  await expect(page.getByText(translate('plan:trip.late'))).toHaveCount(0)
})

test('a known address is read, and asked for again on request', async ({ page, product }) => {
  const token = await createCheckoutAt(product.origin, 'review')
  const { plan, review } = stepPages(page)
  await plan.openOrder(token)
  await waitUntilReady(page)
  await expect(plan.addressLine).toContainText('12 Congress Avenue')
  await expect(plan.city).toBeHidden()
  const summary = await openSummary(page)
  await expect(summary.container).toContainText(/Arrives .+/)
  await page.keyboard.press('Escape')
  await expectNoAxeViolations(page)
  await plan.addressLine.focus()
  await page.keyboard.press('Enter')
  await expect(plan.country).toBeFocused()
  await expectNoAxeViolations(page)
  await plan.city.fill('Salem')
  await plan.continue.click()
  await review.expectShown()
  await page.goBack()
  await expect(plan.addressLine).toContainText('Salem')
})

test('delivery methods that fail to load show the last known method and load on retry', async ({
  page,
  product,
  expectProblem,
}) => {
  expectProblem(/503/)
  const methodsCall = '**/backend/api/shipping/shipping-methods/'
  const token = await createCheckoutAt(product.origin, 'shipping')
  const { plan } = stepPages(page)
  await plan.openOrder(token)
  await expect(plan.method('DHL')).toBeChecked()
  await page.route(methodsCall, route => route.fulfill({ status: 503, json: { detail: '' } }))
  await plan.country.selectOption({ label: 'Germany' })
  await expect(page.getByText(translate('plan:methods.failed'))).toBeVisible()
  await expect(page.getByText(`DHL Express – ${translate('plan:methods.lastKnown')}`)).toBeVisible()
  await expectNoAxeViolations(page)
  await page.unroute(methodsCall)
  await page.getByRole('button', { name: translate('plan:methods.retry') }).click()
  await expect(plan.method('DHL')).toBeChecked()
  await expect(plan.method('DHL')).toBeFocused()
  await expect(page.getByText(translate('plan:methods.failed'))).toBeHidden()

  // Only registered post serves that country; the server returns it with its price.
  const byPost = translate('delivery.methods.post')
  await plan.country.selectOption({ label: 'Belarus' })
  await expect(page.getByText(/^Delivery is now/)).toContainText(
    `Delivery is now ${byPost}, $19, arrives`,
  )
  await expect(plan.method(byPost)).toBeChecked()
  await plan.expectTotal('$88')
})
