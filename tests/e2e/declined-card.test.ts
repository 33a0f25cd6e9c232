import { createCheckoutAt } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { fetchMovements } from '../support/ledger'
import { cards } from './pages/payment'
import { stepPages } from './pages/steps'

test('missing fields and a decline are shown in place, and another card pays on the same page', async ({
  page,
  product,
  expectProblem,
}) => {
  expectProblem(/402 \(Payment Required\)/)
  const token = await createCheckoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepPages(page)
  await payment.openOrder(token)
  await payment.expectCard()
  await expect(payment.terms).not.toBeChecked()
  await payment.pay('$49').click()
  await expect(payment.errorSummary).toContainText(payment.issue('cvc.missing'))
  await expect(payment.number).toBeFocused()
  await expect(page).toHaveTitle(payment.title(true))

  await payment.payWith(cards.wrongCode, '$49')
  await expect(payment.notice('declines.cvc')).toBeVisible()
  await expect(payment.cvc).toBeFocused()

  await payment.number.fill(cards.declined)
  await payment.pay('$49').click()
  await expect(payment.notice('declines.generic')).toBeVisible()
  await expect(page).toHaveTitle(payment.title())
  await payment.expectShown()
  await expect(payment.number).toHaveValue(cards.declined)
  await expect(payment.date).toHaveValue('12 / 34')
  await expect(payment.holder).toHaveValue('Ana Silva')
  await expect(payment.terms).toBeChecked()
  expect(await fetchMovements(product, token)).toEqual([])

  await payment.number.fill(cards.good)
  await payment.pay('$49').click()
  await thankYou.expectShown()
  expect(await fetchMovements(product, token)).toEqual([
    { kind: 'charge', amount: 4_900, currency: 'usd' },
  ])
})
