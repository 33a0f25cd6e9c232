import { checkoutAt, checkoutOf } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { movementsOf } from '../support/ledger'
import { cards } from './pages/payment'
import { isReady } from './pages/step'
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
  await payment.payWith(cards.good, '$39')
  await thankYou.isShown()
  expect(await movementsOf(product, token)).toEqual([
    { kind: 'charge', amount: 3_900, currency: 'usd' },
  ])
})

test('a parcel that goes abroad is as it was typed after a look at the digital permit', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'shipping')
  const { plan, review } = stepsIn(page)
  await plan.open(`?token=${token}`)
  await isReady(page)
  await plan.country.selectOption('gb')
  await plan.asksFor('address', 'city', 'postcode')
  await plan.firstName.fill('Maria')
  await plan.street.fill('Great Russell Street')
  await plan.city.fill('London')
  await plan.postcode.fill('WC1B 3DG')
  await plan.method('FedEx').check()
  const hasAddress = async () => {
    await expect(plan.country).toHaveValue('gb')
    await plan.asksFor('address', 'city', 'postcode')
    await expect(plan.firstName).toHaveValue('Maria')
    await expect(plan.street).toHaveValue('Great Russell Street')
    await expect(plan.postcode).toHaveValue('WC1B 3DG')
  }
  const isAsTyped = async () => {
    await hasAddress()
    await expect(plan.method('FedEx')).toBeChecked()
  }
  await plan.digital.check()
  await plan.costs('$49')
  const category = async () => (await checkoutOf(product.origin, token)).state.category
  await expect.poll(category).toBe('digital')
  await plan.printed.check()
  await isAsTyped()
  await expect.poll(category).toBe('physical')

  await plan.digital.check()
  await expect.poll(category).toBe('digital')
  await page.reload()
  await isReady(page)
  await plan.printed.check()
  await hasAddress()
  await plan.method('FedEx').check()
  await expect.poll(category).toBe('physical')

  await plan.digital.check()
  await plan.continue.click()
  await review.isShown()
  await page.goBack()
  await plan.isShown()
  await plan.printed.check()
  await isAsTyped()
  await plan.continue.click()
  await review.isShown()
  await expect(page.getByRole('main')).toContainText('Maria Silva')
  await expect(page.getByRole('main')).toContainText('United Kingdom')
})
