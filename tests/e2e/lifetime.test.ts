import type { Locator, Page } from '@playwright/test'
import { checkoutAt, checkoutOf } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { movementsOf } from '../support/ledger'
import { sayIn } from '../support/texts'
import { autoRenewal } from './pages/auto-renewal'
import { lifetime } from './pages/lifetime'
import { cards } from './pages/payment'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'

const once = (amount: number) => [{ kind: 'charge', amount, currency: 'usd' }]

/** Buys the printed three-year permit by DHL to Oregon. */
async function buy(page: Page, origin: string, say?: ReturnType<typeof sayIn>): Promise<string> {
  const token = await checkoutAt(origin, 'payment')
  const { payment, thankYou } = stepsIn(page, say)
  await payment.open(`?token=${token}`)
  await payment.fillCard(cards.good)
  await payment.terms.check()
  await page.getByRole('main').locator('button[type=submit]', { hasText: '88' }).click()
  await thankYou.isShown()
  return token
}

/** Goes on with Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  const isThere = () => control.evaluate(element => document.activeElement === element)
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    if (await isThere()) break
  }
  await expect(control).toBeFocused()
}

test('a customer makes the paid plan one for life, for the difference, with the keyboard alone', async ({
  page,
  product,
}) => {
  const token = await buy(page, product.origin)
  const offer = lifetime(page)
  await isReady(page)
  await expect(offer.heading).toBeVisible()
  // Renewal is offered in its experiment alone.
  await expect(autoRenewal(page).heading).toBeHidden()
  await expect(page.getByText('−$69').first()).toBeVisible()
  await tabTo(page, offer.accept('$130'))
  await page.keyboard.press('Enter')
  await expect(offer.number).toBeVisible()
  await expectNoAxeViolations(page)
  // A field of the provider's can be typed in once it has its name.
  for (const [field, text] of [
    [offer.number, cards.good.replaceAll(' ', '')],
    [offer.date, '1234'],
    [offer.cvc, '123'],
    [offer.holder, 'Ana Silva'],
  ] as const) {
    await expect(field).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(field).toBeFocused()
    await page.keyboard.type(text)
  }
  // A browser puts keys before the events of the provider's frames: Enter would come before the last digit is known.
  await page.evaluate(() => new Promise(done => requestIdleCallback(done)))
  await page.keyboard.press('Enter')
  await expect(offer.done).toBeVisible()
  await expect(offer.secondNumber).toBeVisible()
  await expect(offer.heading).toBeHidden()
  await expectNoAxeViolations(page)
  expect(await movementsOf(product, token)).toEqual(once(8_800))
  expect(await movementsOf(product, token, 'lifetime')).toEqual(once(13_000))

  await page.reload()
  await expect(offer.done).toBeVisible()
  await expect(offer.heading).toBeHidden()
})

test('the offer, once declined, charges nothing, goes from another tab, and comes back neither with Back nor by bookmark', async ({
  page,
  context,
  product,
  openBrowser,
}) => {
  const token = await buy(page, product.origin)
  const { thankYou } = stepsIn(page)
  const offer = lifetime(page)
  const elsewhere = await (await openBrowser()).newPage()
  await elsewhere.goto(`${product.origin}/checkouts/thank-you/?token=${token}`)
  await stepsIn(elsewhere).thankYou.isShown()
  await lifetime(elsewhere).skip.click()
  await expect(elsewhere.locator('#order')).toBeInViewport()
  await expect(elsewhere.locator('#order')).toBeFocused()
  const other = await context.newPage()
  await other.goto('/checkouts/thank-you/')
  await isReady(other)
  await expect(lifetime(other).heading).toBeVisible()

  await offer.decline.click()
  await expect(offer.declined).toBeFocused()
  await expect(offer.heading).toBeHidden()
  await expect(lifetime(other).gone).toBeVisible()

  await page.goto('/checkouts/privacy/')
  await page.goBack()
  await thankYou.isShown()
  await expect(offer.heading).toBeHidden()
  await page.goto('/checkouts/v2/payment/')
  await thankYou.isShown()
  await expect(offer.heading).toBeHidden()

  await elsewhere.goto(`${product.origin}/checkouts/thank-you/?token=${token}`)
  await stepsIn(elsewhere).thankYou.isShown()
  await expect(lifetime(elsewhere).heading).toBeHidden()
  expect(await movementsOf(product, token)).toEqual(once(8_800))
  expect(await movementsOf(product, token, 'lifetime')).toEqual([])
  expect((await checkoutOf(product.origin, token)).lifetime).toEqual({ offer: null, order: null })
})

test('a bank that refuses leads back to the offer, and the first order stays paid', async ({
  page,
  product,
  expectProblem,
}) => {
  expectProblem(/402 \(Payment Required\)/)
  const token = await buy(page, product.origin)
  const before = (await checkoutOf(product.origin, token)).order
  const offer = lifetime(page)
  await offer.accept('$130').click()
  await offer.payWith(cards.declined, '$130')
  await expect(offer.told('declines.generic')).toBeVisible()
  await expect(offer.heading).toBeVisible()
  expect((await checkoutOf(product.origin, token)).order).toEqual(before)
  expect(await movementsOf(product, token, 'lifetime')).toEqual([])

  await offer.number.fill(cards.asksBank)
  await offer.pay('$130').click()
  await offer.bank.accept()
  await expect(offer.done).toBeVisible()
  expect(await movementsOf(product, token, 'lifetime')).toEqual(once(13_000))
})

test('a customer who leaves while the bank asks about lifetime declines it after all', async ({
  page,
  product,
}) => {
  const token = await buy(page, product.origin)
  const offer = lifetime(page)
  await offer.accept('$130').click()
  await offer.payWith(cards.asksBank, '$130')
  await offer.bank.isAsking()
  await page.goto('/checkouts/thank-you/')
  await expect(offer.told('told.waiting')).toBeVisible()
  await offer.decline.click()
  await expect(offer.declined).toBeVisible()
  expect(await movementsOf(product, token, 'lifetime')).toEqual([])
})

test('the offer reads from right to left in Arabic', async ({ page, context, product }) => {
  const say = sayIn('ar')
  await context.addCookies([{ name: 'language', value: 'ar', url: `${product.origin}/checkouts/` }])
  await buy(page, product.origin, say)
  const offer = lifetime(page, say)
  await expect(offer.heading).toBeVisible()
  await expectNoAxeViolations(page)
  await offer.decline.click()
  await expect(offer.declined).toBeVisible()
})
