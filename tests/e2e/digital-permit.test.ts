import { checkoutAt, checkoutOf } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { movementsOf } from '../support/ledger'
import { cards } from './pages/payment'
import { stepsIn } from './pages/steps'

test('a digital permit asks for no delivery', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'shipping')
  const { plan, review, payment, thankYou } = stepsIn(page)
  await plan.open(`?token=${token}`)
  await plan.digital.check()
  await plan.years(2).check()
  await expect(plan.noDelivery).toBeVisible()
  await expect(plan.street).toBeHidden()
  await plan.costs('$39')
  await plan.continue.click()

  await review.isShown()
  await review.continue.click()
  await payment.isShown()
  await payment.fillCard(cards.good)
  await payment.terms.check()
  await payment.pay('$39').click()
  await thankYou.isShown()
  expect(await movementsOf(product, token)).toEqual([
    { kind: 'charge', amount: 3_900, currency: 'usd' },
  ])
})

test('an address given before choosing digital is there again after choosing printed', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'shipping')
  const { plan } = stepsIn(page)
  await plan.open(`?token=${token}`)
  await plan.fillAddress()
  await plan.digital.check()
  await plan.costs('$49')
  await expect
    .poll(async () => (await checkoutOf(product.origin, token)).state.category)
    .toBe('digital')
  await plan.printed.check()
  await plan.hasAddress()
  await plan.costs('$88')
})
