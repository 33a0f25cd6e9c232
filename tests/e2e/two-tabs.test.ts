import { checkoutAt, checkoutOf } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { movementsOf } from '../support/ledger'
import { cards } from './pages/payment'
import { isAlive } from './pages/step'
import { stepsIn } from './pages/steps'

test('answers given in one tab show in the other, and all are kept', async ({
  page,
  context,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'driver-details')
  const first = stepsIn(page).driver
  await first.open(`?token=${token}`)
  const secondPage = await context.newPage()
  const second = stepsIn(secondPage).driver
  await second.open()
  await isAlive(page)
  await isAlive(secondPage)

  await first.email.fill('ana@example.com')
  await expect
    .poll(async () => (await checkoutOf(product.origin, token)).state.customer.email)
    .toBe('ana@example.com')
  await expect(second.email).toHaveValue('ana@example.com')
  await second.firstName.fill('Ana')
  await expect
    .poll(async () => (await checkoutOf(product.origin, token)).state.customer)
    .toMatchObject({ email: 'ana@example.com', license_first_name: 'Ana' })
})

test('a price changed in one tab is the price in the other', async ({ page, context, product }) => {
  const token = await checkoutAt(product.origin, 'payment')
  const first = stepsIn(page)
  await first.payment.open(`?token=${token}`)
  await first.payment.costs('$88')
  const second = stepsIn(await context.newPage())
  await second.review.open()
  await second.review.urgent.check()
  await first.payment.costs('$113')
  await expect(first.payment.pay('$113')).toBeVisible()
})

test('Pay pressed in two tabs at once charges once, and both show the receipt', async ({
  page,
  context,
  product,
  expectProblem,
}) => {
  // Whichever comes second may be refused: that is the browser's own line about it.
  expectProblem(/409 \(Conflict\)/)
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const tabs = [stepsIn(page), stepsIn(await context.newPage())]
  for (const { payment } of tabs) {
    await payment.open(`?token=${token}`)
    await payment.fillCard(cards.good)
    await payment.terms.check()
  }
  await Promise.all(tabs.map(({ payment }) => payment.pay('$49').click()))
  for (const { thankYou } of tabs) await thankYou.isShown()
  expect(await movementsOf(product, token)).toEqual([
    { kind: 'charge', amount: 4_900, currency: 'usd' },
  ])
})

test('Pay pressed twice charges once', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepsIn(page)
  await payment.open(`?token=${token}`)
  await payment.fillCard(cards.good)
  await payment.terms.check()
  await payment.pay('$49').dblclick()
  await thankYou.isShown()
  expect(await movementsOf(product, token)).toEqual([
    { kind: 'charge', amount: 4_900, currency: 'usd' },
  ])
})
