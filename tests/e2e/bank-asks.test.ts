import { checkoutAt, checkoutOf } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { movementsOf } from '../support/ledger'
import { english } from '../support/texts'
import { cards } from './pages/payment'
import { preferences } from './pages/preferences'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'

const paidOnce = [{ kind: 'charge', amount: 4_900, currency: 'usd' }]

test('a customer who closes the bank’s question, and whom it then does not know, pays with another card', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepsIn(page)
  await payment.open(`?token=${token}`)
  await payment.payWith(cards.asksBank, '$49')
  await payment.bank.close()
  await expect(payment.told('declines.authentication')).toBeVisible()
  expect(await movementsOf(product, token)).toEqual([])

  await payment.pay('$49').click()
  await payment.bank.refuse()
  await expect(payment.told('declines.authentication')).toBeVisible()
  expect(await movementsOf(product, token)).toEqual([])

  await payment.number.fill(cards.good)
  await payment.pay('$49').click()
  await thankYou.isShown()
  expect(await movementsOf(product, token)).toEqual(paidOnce)
})

test('a customer who leaves while the bank asks comes back and pays once', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepsIn(page)
  await payment.open(`?token=${token}`)
  await payment.payWith(cards.asksBank, '$49')
  await payment.bank.isAsking()
  page.on('dialog', dialog => dialog.accept())
  await page.reload()

  await expect(payment.told('told.waiting')).toBeVisible()
  await payment.fillCard(cards.good)
  await payment.pay('$49').click()
  await thankYou.isShown()
  expect(await movementsOf(product, token)).toEqual(paidOnce)
})

test('a customer who leaves while the bank asks can cancel that payment, or have another currency instead', async ({
  page,
  product,
  expectProblem,
}) => {
  expectProblem(/40\d \((Conflict|Bad Request)\)/)
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { payment } = stepsIn(page)
  await payment.open(`?token=${token}`)
  await payment.payWith(cards.asksBank, '$49')
  await payment.bank.isAsking()
  page.on('dialog', dialog => dialog.accept())
  await page.reload()

  await payment.cancelPayment.click()
  await expect(payment.told('told.called_off')).toBeVisible()
  await expect(payment.pay('$49')).toBeFocused()
  await expectNoAxeViolations(page)

  await payment.payWith(cards.asksBank, '$49')
  await payment.bank.isAsking()
  const { review } = stepsIn(page)
  await review.open()
  await isReady(page)
  await preferences(page).choose('EUR')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText(english('notSaved.held.title'))
  await dialog.getByRole('button', { name: english('notSaved.held.again') }).click()
  await expect(dialog).toBeHidden()
  await review.costs('€45')
  await review.continue.click()
  await expect(payment.pay('€45')).toBeVisible()
  expect(await movementsOf(product, token)).toEqual([])
})

test('a device on which the bank still waits learns that the customer has confirmed on another', async ({
  page,
  browser,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepsIn(page)
  await payment.open(`?token=${token}`)
  await payment.payWith(cards.asksBank, '$49')
  await payment.bank.isAsking()

  const elsewhere = await browser.newContext({ baseURL: product.origin })
  const waiting = stepsIn(await elsewhere.newPage())
  await waiting.payment.open(`?token=${token}`)
  await expect(waiting.payment.told('told.waiting')).toBeVisible()
  await payment.bank.accept()
  await thankYou.isShown()
  await waiting.thankYou.isShown()
  await elsewhere.close()
  expect(await movementsOf(product, token)).toEqual(paidOnce)
})

test('while the bank asks in one tab, the other holds the order, says so, and can have the change', async ({
  page,
  context,
  product,
  expectProblem,
}) => {
  expectProblem(/40\d \((Conflict|Bad Request)\)/)
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { payment } = stepsIn(page)
  await payment.open(`?token=${token}`)
  await payment.payWith(cards.asksBank, '$49')
  await payment.bank.isAsking()

  const other = await context.newPage()
  const tab = stepsIn(other)
  await tab.payment.open()
  await expect(tab.payment.told('told.waiting')).toBeVisible()
  await tab.review.open()
  await isReady(other)
  await tab.review.urgent.check()
  await tab.review.continue.click()
  await expect(tab.review.held).toBeVisible()
  await tab.review.isShown()
  await expect(tab.review.standard).toBeChecked()
  await tab.review.costs('$49')
  await expectNoAxeViolations(other)

  await tab.review.changeAllTheSame.click()
  await expect(tab.review.held).toBeHidden()
  await expect(tab.review.urgent).toBeChecked()
  await expect.poll(async () => (await checkoutOf(product.origin, token)).quote?.total).toBe(74)
  // The question still open in the first tab leads to nothing any more, and says so.
  await payment.costs('$74')
  await payment.bank.close()
  await expect(payment.told('told.called_off')).toBeVisible()
  await expect(payment.pay('$74')).toBeVisible()
  expect(await movementsOf(product, token)).toEqual([])
})
