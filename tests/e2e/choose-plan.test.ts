import type { Locator } from '@playwright/test'
import { createCheckoutAt } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { fetchMovements } from '../support/ledger'
import { createTranslate, translateEnglish as translate } from '../support/texts'
import { gallery } from './pages/gallery'
import { cards } from './pages/payment'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'

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
  await expect(page.getByRole('main').getByText(name)).toBeVisible()
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
