import { createCheckoutAt, fetchCheckout } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { fetchMovements } from '../support/ledger'
import { translateEnglish } from '../support/texts'
import { cards } from './pages/payment'
import { preferences } from './pages/preferences'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'

const singleCharge = [{ kind: 'charge', amount: 4_900, currency: 'usd' }]

test('a customer who closes the challenge or fails it pays with another card', async ({
  page,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepPages(page)
  await payment.openOrder(token)
  await payment.payWith(cards.asksBank, '$49')
  await payment.bank.close()
  await expect(payment.notice('declines.authentication')).toBeVisible()
  expect(await fetchMovements(product, token)).toEqual([])

  await payment.pay('$49').click()
  await payment.bank.refuse()
  await expect(payment.notice('declines.authentication')).toBeVisible()
  expect(await fetchMovements(product, token)).toEqual([])

  await payment.number.fill(cards.good)
  await payment.pay('$49').click()
  await thankYou.expectShown()
  expect(await fetchMovements(product, token)).toEqual(singleCharge)
})

test('a customer who leaves during the challenge comes back and pays once', async ({
  page,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepPages(page)
  await payment.openOrder(token)
  await payment.payWith(cards.asksBank, '$49')
  await payment.bank.waitForChallenge()
  page.on('dialog', dialog => dialog.accept())
  await page.reload()

  await expect(payment.notice('notices.waiting')).toBeVisible()
  await payment.fillCard(cards.good)
  await payment.pay('$49').click()
  await thankYou.expectShown()
  expect(await fetchMovements(product, token)).toEqual(singleCharge)
})

test('a customer who leaves during the challenge can cancel the payment or change the currency', async ({
  page,
  product,
  expectProblem,
}) => {
  expectProblem(/40\d \((Conflict|Bad Request)\)/)
  const token = await createCheckoutAt(product.origin, 'payment', { digital: true })
  const { payment } = stepPages(page)
  await payment.openOrder(token)
  await payment.payWith(cards.asksBank, '$49')
  await payment.bank.waitForChallenge()
  page.on('dialog', dialog => dialog.accept())
  await page.reload()

  await payment.cancelPayment.click()
  await expect(payment.notice('notices.called_off')).toBeVisible()
  await expect(payment.notice('notices.called_off')).toBeFocused()
  await expectNoAxeViolations(page)

  await payment.payWith(cards.asksBank, '$49')
  await payment.bank.waitForChallenge()
  const { review } = stepPages(page)
  await review.open()
  await waitUntilReady(page)
  await preferences(page).choose('EUR')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText(translateEnglish('notSaved.held.title'))
  await dialog.getByRole('button', { name: translateEnglish('notSaved.held.again') }).click()
  await expect(dialog).toBeHidden()
  await review.expectTotal('€45')
  await review.continue.click()
  await expect(payment.pay('€45')).toBeVisible()
  expect(await fetchMovements(product, token)).toEqual([])
})

test('a device that waits for the challenge shows that it was confirmed on another', async ({
  page,
  browser,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepPages(page)
  await payment.openOrder(token)
  await payment.payWith(cards.asksBank, '$49')
  await payment.bank.waitForChallenge()

  const otherContext = await browser.newContext({ baseURL: product.origin })
  const otherSteps = stepPages(await otherContext.newPage())
  await otherSteps.payment.openOrder(token)
  await expect(otherSteps.payment.notice('notices.waiting')).toBeVisible()
  await payment.bank.accept()
  await thankYou.expectShown()
  await otherSteps.thankYou.expectShown()
  await otherContext.close()
  expect(await fetchMovements(product, token)).toEqual(singleCharge)
})

test('a challenge in one tab blocks changes in the other, which shows why and can cancel the payment', async ({
  page,
  context,
  product,
  expectProblem,
}) => {
  expectProblem(/40\d \((Conflict|Bad Request)\)/)
  const token = await createCheckoutAt(product.origin, 'payment', { digital: true })
  const { payment } = stepPages(page)
  await payment.openOrder(token)
  await payment.payWith(cards.asksBank, '$49')
  await payment.bank.waitForChallenge()

  const otherPage = await context.newPage()
  const tab = stepPages(otherPage)
  await tab.payment.open()
  await expect(tab.payment.notice('notices.waiting')).toBeVisible()
  await tab.review.open()
  await waitUntilReady(otherPage)
  await tab.review.urgent.check()
  await tab.review.continue.click()
  await expect(tab.review.heldNotice).toBeVisible()
  await tab.review.expectShown()
  await expect(tab.review.standard).toBeChecked()
  await tab.review.expectTotal('$49')
  await expectNoAxeViolations(otherPage)

  await tab.review.changeAnyway.click()
  await expect(tab.review.heldNotice).toBeHidden()
  await expect(tab.review.urgent).toBeChecked()
  await expect.poll(async () => (await fetchCheckout(product.origin, token)).quote?.total).toBe(74)
  // The challenge still open in the first tab no longer pays anything; the page shows that.
  await payment.expectTotal('$74')
  await payment.bank.close()
  await expect(payment.notice('notices.called_off')).toBeVisible()
  await expect(payment.pay('$74')).toBeVisible()
  expect(await fetchMovements(product, token)).toEqual([])
})
