import type { Locator, Page } from '@playwright/test'
import { createCheckoutAt, fetchCheckout } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { fetchMovements } from '../support/ledger'
import { createTranslate } from '../support/texts'
import { autoRenewal } from './pages/auto-renewal'
import { lifetime } from './pages/lifetime'
import { cards } from './pages/payment'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'

const singleCharge = (amount: number) => [{ kind: 'charge', amount, currency: 'usd' }]

/** Buys the printed three-year permit by DHL to Oregon. */
async function buy(
  page: Page,
  origin: string,
  translate?: ReturnType<typeof createTranslate>,
): Promise<string> {
  const token = await createCheckoutAt(origin, 'payment')
  const { payment, thankYou } = stepPages(page, translate)
  await payment.openOrder(token)
  await payment.fillCard(cards.good)
  await payment.terms.check()
  await page.getByRole('main').locator('button[type=submit]', { hasText: '88' }).click()
  await thankYou.expectShown()
  return token
}

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  const hasFocus = () => control.evaluate(element => document.activeElement === element)
  for (let pressCount = 0; pressCount < 40; pressCount += 1) {
    await page.keyboard.press('Tab')
    if (await hasFocus()) break
  }
  await expect(control).toBeFocused()
}

test('a customer upgrades the paid plan to lifetime for the difference, by keyboard alone', async ({
  page,
  product,
}) => {
  const token = await buy(page, product.origin)
  const offer = lifetime(page)
  await waitUntilReady(page)
  await expect(offer.heading).toBeVisible()
  // Auto-renewal is offered only in its experiment.
  await expect(autoRenewal(page).heading).toBeHidden()
  await expect(page.getByText('−$69').first()).toBeVisible()
  await tabTo(page, offer.accept('$130'))
  await page.keyboard.press('Enter')
  await expect(offer.number).toBeVisible()
  await expectNoAxeViolations(page)
  // A provider field accepts typing once it has its accessible name.
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
  // Key events arrive before messages from the provider's frames: Enter would be handled before the
  // last digit.
  await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)))
  await page.keyboard.press('Enter')
  await expect(offer.bought).toBeVisible()
  await expect(offer.secondNumber).toBeVisible()
  await expect(offer.heading).toBeHidden()
  await expectNoAxeViolations(page)
  expect(await fetchMovements(product, token)).toEqual(singleCharge(8_800))
  expect(await fetchMovements(product, token, 'lifetime')).toEqual(singleCharge(13_000))

  await page.reload()
  await expect(offer.bought).toBeVisible()
  await expect(offer.heading).toBeHidden()
})

test('a declined offer charges nothing, disappears in another tab, and does not return with Back or a bookmark', async ({
  page,
  context,
  product,
  openBrowser,
}) => {
  const token = await buy(page, product.origin)
  const { thankYou } = stepPages(page)
  const offer = lifetime(page)
  const otherPage = await (await openBrowser()).newPage()
  await stepPages(otherPage).thankYou.openOrder(token)
  await stepPages(otherPage).thankYou.expectShown()
  const otherTab = await context.newPage()
  await otherTab.goto('/checkouts/thank-you/')
  await waitUntilReady(otherTab)
  await expect(lifetime(otherTab).heading).toBeVisible()

  await offer.decline.click()
  await expect(offer.declined).toBeFocused()
  await expect(offer.heading).toBeHidden()
  await expect(lifetime(otherTab).unavailable).toBeVisible()

  await page.goto('/checkouts/privacy/')
  await page.goBack()
  await thankYou.expectShown()
  await expect(offer.heading).toBeHidden()
  await page.goto('/checkouts/v2/payment/')
  await thankYou.expectShown()
  await expect(offer.heading).toBeHidden()

  await stepPages(otherPage).thankYou.openOrder(token)
  await stepPages(otherPage).thankYou.expectShown()
  await expect(lifetime(otherPage).heading).toBeHidden()
  expect(await fetchMovements(product, token)).toEqual(singleCharge(8_800))
  expect(await fetchMovements(product, token, 'lifetime')).toEqual([])
  expect((await fetchCheckout(product.origin, token)).lifetime).toEqual({
    offer: null,
    order: null,
  })
})

test('a decline returns to the offer, and the first order stays paid', async ({
  page,
  product,
  expectProblem,
}) => {
  expectProblem(/402 \(Payment Required\)/)
  const token = await buy(page, product.origin)
  const before = (await fetchCheckout(product.origin, token)).order
  const offer = lifetime(page)
  await offer.accept('$130').click()
  await offer.payWith(cards.declined, '$130')
  await expect(offer.notice('declines.generic')).toBeVisible()
  await expect(offer.heading).toBeVisible()
  expect((await fetchCheckout(product.origin, token)).order).toEqual(before)
  expect(await fetchMovements(product, token, 'lifetime')).toEqual([])

  await offer.number.fill(cards.asksBank)
  await offer.pay('$130').click()
  await offer.bank.accept()
  await expect(offer.bought).toBeVisible()
  expect(await fetchMovements(product, token, 'lifetime')).toEqual(singleCharge(13_000))
})

test('a customer who leaves during the lifetime challenge can still decline the offer', async ({
  page,
  product,
}) => {
  const token = await buy(page, product.origin)
  const offer = lifetime(page)
  await offer.accept('$130').click()
  await offer.payWith(cards.asksBank, '$130')
  await offer.bank.waitForChallenge()
  await page.goto('/checkouts/thank-you/')
  await expect(offer.notice('notices.waiting')).toBeVisible()
  await offer.decline.click()
  await expect(offer.declined).toBeVisible()
  expect(await fetchMovements(product, token, 'lifetime')).toEqual([])
})

test('the offer reads from right to left in Arabic', async ({ page, context, product }) => {
  const translate = createTranslate('ar')
  await context.addCookies([{ name: 'language', value: 'ar', url: `${product.origin}/checkouts/` }])
  await buy(page, product.origin, translate)
  const offer = lifetime(page, translate)
  await expect(offer.heading).toBeVisible()
  await expectNoAxeViolations(page)
  await offer.decline.click()
  await expect(offer.declined).toBeVisible()
})
