import { createCheckoutAt, fetchCheckout } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { fetchMovements } from '../support/ledger'
import { cards } from './pages/payment'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'

test('a digital permit asks for no delivery', async ({ page, product }) => {
  const token = await createCheckoutAt(product.origin, 'shipping')
  const { plan, review, payment, thankYou } = stepPages(page)
  await plan.openOrder(token)
  await plan.digital.check()
  await plan.years(2).check()
  await expect(plan.noDelivery).toBeVisible()
  await expect(plan.street).toBeHidden()
  await plan.expectTotal('$39')
  await plan.continue.click()

  await review.expectShown()
  await review.continue.click()
  await payment.expectShown()
  await payment.payWith(cards.good, '$39')
  await thankYou.expectShown()
  expect(await fetchMovements(product, token)).toEqual([
    { kind: 'charge', amount: 3_900, currency: 'usd' },
  ])
})

test('a parcel’s foreign address is unchanged after switching to digital and back', async ({
  page,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'shipping')
  const { plan, review } = stepPages(page)
  await plan.openOrder(token)
  await waitUntilReady(page)
  await plan.country.selectOption('gb')
  await plan.expectFields('address', 'city', 'postcode')
  await plan.firstName.fill('Maria')
  await plan.street.fill('Great Russell Street')
  await plan.city.fill('London')
  await plan.postcode.fill('WC1B 3DG')
  await plan.method('FedEx').check()
  const expectAddress = async () => {
    await expect(plan.country).toHaveValue('gb')
    await plan.expectFields('address', 'city', 'postcode')
    await expect(plan.firstName).toHaveValue('Maria')
    await expect(plan.street).toHaveValue('Great Russell Street')
    await expect(plan.postcode).toHaveValue('WC1B 3DG')
  }
  const expectTypedValues = async () => {
    await expectAddress()
    await expect(plan.method('FedEx')).toBeChecked()
  }
  await plan.digital.check()
  await plan.expectTotal('$49')
  const category = async () => (await fetchCheckout(product.origin, token)).state.category
  await expect.poll(category).toBe('digital')
  await plan.printed.check()
  await expectTypedValues()
  await expect.poll(category).toBe('physical')

  await plan.digital.check()
  await expect.poll(category).toBe('digital')
  await page.reload()
  await waitUntilReady(page)
  await plan.printed.check()
  await expectAddress()
  await plan.method('FedEx').check()
  await expect.poll(category).toBe('physical')

  await plan.digital.check()
  await plan.continue.click()
  await review.expectShown()
  await page.goBack()
  await plan.expectShown()
  await plan.printed.check()
  await expectTypedValues()
  await plan.continue.click()
  await review.expectShown()
  await expect(page.getByRole('main')).toContainText('Maria Silva')
  await expect(page.getByRole('main')).toContainText('United Kingdom')
})
