import { checkoutAt } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { movementsOf } from '../support/ledger'
import { cards } from './pages/payment'
import { stepsIn } from './pages/steps'

const paidOnce = [{ kind: 'charge', amount: 4_900, currency: 'usd' }]

test('a customer who confirms with the bank has paid', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepsIn(page)
  await payment.open(`?token=${token}`)
  await payment.fillCard(cards.asksBank)
  await payment.terms.check()
  await payment.pay('$49').click()
  await payment.bank.accept()
  await thankYou.isShown()
  expect(await movementsOf(product, token)).toEqual(paidOnce)
})

test('a customer whom the bank does not know pays with another card', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepsIn(page)
  await payment.open(`?token=${token}`)
  await payment.fillCard(cards.asksBank)
  await payment.terms.check()
  await payment.pay('$49').click()
  await payment.bank.refuse()
  await expect(payment.told('declines.authentication')).toBeVisible()
  expect(await movementsOf(product, token)).toEqual([])

  await payment.number.fill(cards.good)
  await payment.pay('$49').click()
  await thankYou.isShown()
  expect(await movementsOf(product, token)).toEqual(paidOnce)
})

test('a customer who closes the bank’s question can pay after all', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepsIn(page)
  await payment.open(`?token=${token}`)
  await payment.fillCard(cards.asksBank)
  await payment.terms.check()
  await payment.pay('$49').click()
  await payment.bank.close()
  await expect(payment.told('declines.authentication')).toBeVisible()
  expect(await movementsOf(product, token)).toEqual([])

  await payment.pay('$49').click()
  await payment.bank.accept()
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
  await payment.fillCard(cards.asksBank)
  await payment.terms.check()
  await payment.pay('$49').click()
  await payment.bank.isAsking()
  page.on('dialog', dialog => dialog.accept())
  await page.reload()

  await expect(payment.told('declines.authentication')).toBeVisible()
  await payment.fillCard(cards.good)
  await payment.pay('$49').click()
  await thankYou.isShown()
  expect(await movementsOf(product, token)).toEqual(paidOnce)
})
