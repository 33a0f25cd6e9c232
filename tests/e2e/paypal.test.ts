import type { Page } from '@playwright/test'
import { checkoutAt } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { movementsOf } from '../support/ledger'
import { cards } from './pages/payment'
import { answers, paypal } from './pages/paypal'
import { stepsIn } from './pages/steps'

const paidOnce = [{ kind: 'charge', amount: 4_900, currency: 'usd' }]

/** Opens PayPal's window and answers there. */
async function answerAtPaypal(page: Page, answer: string): Promise<void> {
  const opening = page.waitForEvent('popup')
  await paypal(page).button.click()
  const popup = await opening
  await popup.getByRole('button', { name: answer }).click()
}

test('a customer pays with PayPal, and gives no card', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepsIn(page)
  await payment.open(`?token=${token}`)
  await expect(paypal(page).button).toBeVisible()
  await expect(payment.number).toBeVisible()
  await expectNoAxeViolations(page)
  await payment.terms.check()
  await answerAtPaypal(page, answers.pay)
  await thankYou.isShown()
  expect(await movementsOf(product, token)).toEqual(paidOnce)
})

test('without the terms PayPal does not open, and it is said at their box', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { payment } = stepsIn(page)
  await payment.open(`?token=${token}`)
  await paypal(page).button.click()
  await expect(payment.terms).toBeFocused()
  await expect(page.getByText(payment.issue('terms.missing')).first()).toBeVisible()
  // The card is none of PayPal's business.
  await expect(page.getByText(payment.issue('cardholder_name.missing'))).toHaveCount(0)
  expect(page.context().pages()).toHaveLength(1)
})

test('who cancels at PayPal has paid nothing, and pays by card', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepsIn(page)
  await payment.open(`?token=${token}`)
  await payment.terms.check()
  await answerAtPaypal(page, answers.cancel)
  await expect(payment.told('told.paypal_cancelled')).toBeVisible()
  expect(await movementsOf(product, token)).toEqual([])
  await payment.payWith(cards.good, '$49')
  await thankYou.isShown()
  expect(await movementsOf(product, token)).toEqual(paidOnce)
})

test('who closes PayPal’s window has cancelled too', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { payment } = stepsIn(page)
  await payment.open(`?token=${token}`)
  await payment.terms.check()
  const opening = page.waitForEvent('popup')
  await paypal(page).button.click()
  const popup = await opening
  await expect(popup.getByRole('button', { name: answers.pay })).toBeVisible()
  await popup.close()
  await expect(payment.told('told.paypal_cancelled')).toBeVisible()
})

test('a payment that PayPal declines is told, and made again', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepsIn(page)
  await payment.open(`?token=${token}`)
  await payment.terms.check()
  await answerAtPaypal(page, answers.declined)
  await expect(payment.told('declines.paypal')).toBeVisible()
  await answerAtPaypal(page, answers.pay)
  await thankYou.isShown()
  expect(await movementsOf(product, token)).toEqual(paidOnce)
})

test('where windows are blocked PayPal comes in a frame', async ({ page, product }) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepsIn(page)
  await payment.open(`?token=${token}`)
  await payment.terms.check()
  await paypal(page).button.click()
  const frame = page.frameLocator('iframe[title="PayPal"]')
  await frame.getByRole('button', { name: answers.pay }).click()
  await thankYou.isShown()
  expect(await movementsOf(product, token)).toEqual(paidOnce)
})

test('PayPal is not offered in a currency it does not take', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'payment', {
    digital: true,
    state: { currency: 'AED' },
  })
  const { payment } = stepsIn(page)
  await payment.open(`?token=${token}`)
  await expect(payment.number).toBeVisible()
  await expect(paypal(page).button).toHaveCount(0)
})

test('a script that is blocked leaves the card', async ({ page, product, expectProblem }) => {
  expectProblem(/ERR_FAILED|PayPal|paypal/)
  await page.route('**/paypal.js*', route => route.abort())
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepsIn(page)
  await payment.open(`?token=${token}`)
  await expect(paypal(page).unavailable).toBeVisible()
  await payment.payWith(cards.good, '$49')
  await thankYou.isShown()
})

test.describe('inside another app', () => {
  test.use({ userAgent: 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Instagram 402.0.0.1' })

  test('the customer goes to PayPal and comes back', async ({ page, product }) => {
    const token = await checkoutAt(product.origin, 'payment', { digital: true })
    const { payment, thankYou } = stepsIn(page)
    await payment.open(`?token=${token}`)
    await payment.terms.check()
    await paypal(page).link.click()
    await page.getByRole('button', { name: answers.pay }).click()
    await thankYou.isShown()
    expect(await movementsOf(product, token)).toEqual(paidOnce)
  })

  test('and who cancels there is told that nothing was taken', async ({ page, product }) => {
    const token = await checkoutAt(product.origin, 'payment', { digital: true })
    const { payment } = stepsIn(page)
    await payment.open(`?token=${token}`)
    await payment.terms.check()
    await paypal(page).link.click()
    await page.getByRole('button', { name: answers.cancel }).click()
    await expect(page.getByText('Payment cancelled. No money was taken.')).toBeVisible()
    await page
      .getByRole('link', { name: /payment/i })
      .first()
      .click()
    await payment.isShown()
    expect(await movementsOf(product, token)).toEqual([])
  })
})
