import { createCheckoutAt } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { translateEnglish } from '../support/texts'
import { stepPages } from './pages/steps'
import { waitForToken } from './pages/token'

test('without answers the address of every later step leads to the first', async ({
  page,
  context,
}) => {
  const { driver, photos, plan, review, payment, thankYou } = stepPages(page)
  await driver.open()
  // Without an order the address of the last step has a notice.
  await waitForToken(context)
  for (const step of [photos, plan, review, payment, thankYou]) {
    await step.open()
    await driver.expectShown()
  }
  await page.goto('/checkouts/finish-payment/')
  await driver.expectShown()
})

test('a browser without the order shows where it is after a payment elsewhere', async ({
  page,
}) => {
  const { driver } = stepPages(page)
  await page.goto('/checkouts/finish-payment/?paypal=approved&token=5O190127TN364715T&PayerID=A')
  await expect(page.getByText(translateEnglish('notice.elsewhere'))).toBeVisible()
  await expect(driver.sectionHeading('trip')).toBeVisible()
})

test('a step whose earlier steps are incomplete leads to the first incomplete one', async ({
  page,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'shipping')
  const { photos, plan, review, payment, thankYou } = stepPages(page)
  await payment.openOrder(token)
  for (const step of [review, payment, thankYou]) {
    await step.open()
    await plan.expectShown()
  }
  await photos.open()
  await photos.expectShown()
})
