import { checkoutAt } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { movementsOf } from '../support/ledger'
import { cards } from './pages/payment'
import { stepsIn } from './pages/steps'

test('after a declined card the customer pays with another one, on the same page', async ({
  page,
  product,
  expectProblem,
}) => {
  expectProblem(/402 \(Payment Required\)/)
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepsIn(page)
  await payment.open(`?token=${token}`)
  await payment.payWith(cards.declined, '$49')
  await expect(payment.told('declines.generic')).toBeVisible()
  await payment.isShown()

  await expect(payment.number).toHaveValue(cards.declined)
  await expect(payment.date).toHaveValue('12 / 34')
  await expect(payment.holder).toHaveValue('Ana Silva')
  await expect(payment.terms).toBeChecked()
  expect(await movementsOf(product, token)).toEqual([])

  await payment.number.fill(cards.good)
  await payment.pay('$49').click()
  await thankYou.isShown()
  expect(await movementsOf(product, token)).toEqual([
    { kind: 'charge', amount: 4_900, currency: 'usd' },
  ])
})

test('a wrong security code is said at the field, which is where the customer is taken', async ({
  page,
  product,
  expectProblem,
}) => {
  expectProblem(/402 \(Payment Required\)/)
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { payment } = stepsIn(page)
  await payment.open(`?token=${token}`)
  await payment.payWith(cards.wrongCode, '$49')
  await expect(payment.told('declines.cvc')).toBeVisible()
  await expect(payment.cvc).toBeFocused()
})

test('an empty card form and unticked terms are listed, and nothing is sent', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { payment } = stepsIn(page)
  await payment.open(`?token=${token}`)
  await expect(payment.number).toBeVisible()
  await expect(payment.terms).not.toBeChecked()
  await payment.pay('$49').click()
  for (const field of ['card', 'date', 'cvc', 'cardholder_name', 'terms'])
    await expect(payment.errorSummary).toContainText(payment.issue(`${field}.missing`))
  await expect(payment.number).toBeFocused()
  expect(await movementsOf(product, token)).toEqual([])
})
