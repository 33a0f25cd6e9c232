import { checkoutAt } from '../support/checkout-at'
import { test } from '../support/fixtures'
import { stepsIn } from './pages/steps'

test('without any answers every later step’s address leads to the first', async ({ page }) => {
  const { driver, photos, plan, review, payment, thankYou } = stepsIn(page)
  for (const step of [photos, plan, review, payment, thankYou]) {
    await step.open()
    await driver.isShown()
  }
  await page.goto('/checkouts/finish-payment/')
  await driver.isShown()
})

test('a step whose earlier ones are not done leads to the first that is missing', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'shipping')
  const { photos, plan, review, payment, thankYou } = stepsIn(page)
  await payment.open(`?token=${token}`)
  for (const step of [review, payment, thankYou]) {
    await step.open()
    await plan.isShown()
  }
  await photos.open()
  await photos.isShown()
})
