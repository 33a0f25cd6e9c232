import type { Page } from '@playwright/test'
import { createCheckoutAt } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { fetchMovements } from '../support/ledger'
import { translateEnglish } from '../support/texts'
import { cards } from './pages/payment'
import { answers, paypal } from './pages/paypal'
import { stepPages } from './pages/steps'

const singleCharge = [{ kind: 'charge', amount: 4_900, currency: 'usd' }]

/** Opens PayPal's window and presses a button in it. */
async function answerAtPaypal(page: Page, answer: string): Promise<void> {
  const popupPromise = page.waitForEvent('popup')
  await paypal(page).button.click()
  const popup = await popupPromise
  await popup.getByRole('button', { name: answer }).click()
}

test('a customer pays with PayPal and enters no card', async ({ page, product }) => {
  const token = await createCheckoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepPages(page)
  await payment.openOrder(token)
  await expect(paypal(page).button).toBeVisible()
  await expect(payment.number).toBeVisible()
  await expectNoAxeViolations(page)
  await paypal(page).button.click()
  await expect(payment.terms).toBeFocused()
  expect(page.context().pages()).toHaveLength(1)

  await payment.terms.check()
  await answerAtPaypal(page, answers.declined)
  // Shown on the payment step, or on the waiting page while PayPal is still deciding.
  await expect(page.getByText(translateEnglish('payment:declines.paypal.title'))).toBeVisible()
  expect(await fetchMovements(product, token)).toEqual([])
  await payment.open()
  await expect(payment.notice('declines.paypal')).toBeVisible()
  await answerAtPaypal(page, answers.pay)
  await thankYou.expectShown()
  expect(await fetchMovements(product, token)).toEqual(singleCharge)
})

test('a customer who closes or cancels PayPal’s window has paid nothing and pays by card', async ({
  page,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepPages(page)
  await payment.openOrder(token)
  await payment.terms.check()
  const popupPromise = page.waitForEvent('popup')
  await paypal(page).button.click()
  const popup = await popupPromise
  await expect(popup.getByRole('button', { name: answers.pay })).toBeVisible()
  await popup.close()
  await expect(payment.notice('notices.paypal_cancelled')).toBeVisible()

  await answerAtPaypal(page, answers.cancel)
  await expect(payment.notice('notices.paypal_cancelled')).toBeVisible()
  expect(await fetchMovements(product, token)).toEqual([])
  await payment.payWith(cards.good, '$49')
  await thankYou.expectShown()
  expect(await fetchMovements(product, token)).toEqual(singleCharge)
})

test('a blocked popup is replaced by a frame', async ({ page, product }) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  const token = await createCheckoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepPages(page)
  await payment.openOrder(token)
  await payment.terms.check()
  await paypal(page).button.click()
  const frame = page.frameLocator('iframe[title="PayPal"]')
  await frame.getByRole('button', { name: answers.pay }).click()
  await thankYou.expectShown()
  expect(await fetchMovements(product, token)).toEqual(singleCharge)
})

test.describe('in an in-app browser', () => {
  test.use({ userAgent: 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Instagram 402.0.0.1' })

  test('the customer is redirected to PayPal and comes back after cancelling or paying', async ({
    page,
    product,
  }) => {
    const token = await createCheckoutAt(product.origin, 'payment', { digital: true })
    const { payment, thankYou } = stepPages(page)
    await payment.openOrder(token)
    await payment.terms.check()
    await paypal(page).link.click()
    await page.getByRole('button', { name: answers.cancel }).click()
    await expect(
      page.getByText(translateEnglish('payment:notices.paypal_cancelled.title')),
    ).toBeVisible()
    await page.getByRole('link', { name: translateEnglish('finish-payment:back') }).click()
    await payment.expectShown()
    await expect(payment.terms).toBeChecked()
    expect(await fetchMovements(product, token)).toEqual([])

    await paypal(page).link.click()
    await page.getByRole('button', { name: answers.pay }).click()
    await thankYou.expectShown()
    expect(await fetchMovements(product, token)).toEqual(singleCharge)
  })
})
