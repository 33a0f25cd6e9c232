import { createCheckoutAt } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { readShifts, watchShifts } from '../support/layout-shifts'
import { fetchMovements } from '../support/ledger'
import { createTranslate } from '../support/texts'
import { cards, type payment as paymentOf } from './pages/payment'
import { stepPages } from './pages/steps'

/** The experiment variant with Stripe's Payment Element. */
const variantOptions = { digital: true, launch: { convert_e: '100418', convert_v: '1004181' } }
const singleCharge = [{ kind: 'charge', amount: 4_900, currency: 'usd' }]

async function fill({ form, holder, terms }: ReturnType<typeof paymentOf>, number: string) {
  await form.number.fill(number)
  await form.date.fill('12 / 34')
  await form.cvc.fill('123')
  await holder.fill('Ana Silva')
  await terms.check()
}

test('a card entered in the Payment Element pays', async ({ page, product }) => {
  await watchShifts(page)
  const token = await createCheckoutAt(product.origin, 'payment', variantOptions)
  const { payment, thankYou } = stepPages(page)
  await payment.openOrder(token)
  await expect(payment.form.number).toBeVisible()
  expect(await readShifts(page)).toEqual([])
  await expectNoAxeViolations(page)
  await fill(payment, cards.good)
  await payment.pay('$49').click()
  await thankYou.expectShown()
  await expect(page.getByRole('complementary')).toContainText('Visa ending in 4242')
  expect(await fetchMovements(product, token)).toEqual(singleCharge)
})

test('missing fields and declines are shown, and a bank challenge is answered on the page', async ({
  page,
  product,
  expectProblem,
}) => {
  expectProblem(/402/)
  const token = await createCheckoutAt(product.origin, 'payment', variantOptions)
  const { payment, thankYou } = stepPages(page)
  await payment.openOrder(token)
  await expect(payment.form.number).toBeVisible()
  await payment.pay('$49').click()
  await expect(payment.errorSummary).toContainText(payment.issue('details.missing'))
  await expect(payment.form.number).toBeFocused()
  await expect(payment.form.number).toHaveAttribute('aria-invalid', 'true')
  await expectNoAxeViolations(page)

  await fill(payment, cards.wrongCode)
  await payment.pay('$49').click()
  await expect(payment.notice('declines.cvc')).toBeVisible()
  await expect(page.getByText(createTranslate('en')('payment:declines.cvc.field'))).toBeVisible()
  await expect(payment.form.number).toHaveValue(cards.wrongCode)
  await expect(payment.form.cvc).toHaveValue('123')
  expect(await fetchMovements(product, token)).toEqual([])

  await payment.form.number.fill(cards.asksBank)
  await payment.pay('$49').click()
  await payment.bank.accept()
  await thankYou.expectShown()
  expect(await fetchMovements(product, token)).toEqual(singleCharge)
})
