import { checkoutAt, checkoutOf } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { cards } from './pages/payment'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'
import { savedToken } from './pages/token'

test('answers are as left after a reload of any step and on the way back through all', async ({
  page,
  context,
  product,
  expectProblem,
}) => {
  // What is sent while a page goes may meet what was on its way already.
  expectProblem(/409 \(Conflict\)/)
  const { driver, photos, plan, review, payment } = stepsIn(page)
  await driver.open()
  await driver.fill()
  const token = await savedToken(context)
  await expect
    .poll(async () => (await checkoutOf(product.origin, token)).state.customer)
    .toMatchObject({ height: '170', eye_color: 'brown' })
  await page.reload()
  await driver.isFilled()
  await driver.continue.click()

  await photos.isShown()
  await page.reload()
  await photos.isShown()
  await photos.addLater.click()

  await plan.isShown()
  await plan.years(2).check()
  await plan.fillAddress()
  await plan.method('Registered post').check()
  await plan.costs('$87.10')
  await page.reload()
  await expect(plan.years(2)).toBeChecked()
  await plan.hasAddress()
  await expect(plan.method('Registered post')).toBeChecked()
  await plan.continue.click()

  await review.isShown()
  await review.standard.check()
  await review.costs('$62.10')
  await page.reload()
  await expect(review.standard).toBeChecked()
  await review.continue.click()

  await payment.isShown()
  await page.reload()
  await payment.costs('$62.10')
  await page.goBack()
  await review.isShown()
  await expect(review.standard).toBeChecked()
  await page.goBack()
  await plan.isShown()
  await expect(plan.years(2)).toBeChecked()
  await plan.hasAddress()
  await page.goBack()
  await photos.isShown()
  await page.goBack()
  await driver.isShown()
  await driver.isFilled()
  for (const step of [photos, plan, review, payment]) {
    await page.goForward()
    await step.isShown()
  }
  await payment.costs('$62.10')
})

test('a reload in the middle of typing loses nothing that was typed', async ({
  page,
  product,
  expectProblem,
}) => {
  // What is sent while the page goes may meet what was on its way already.
  expectProblem(/409 \(Conflict\)/)
  const token = await checkoutAt(product.origin, 'driver-details')
  const { driver } = stepsIn(page)
  await driver.open(`?token=${token}`)
  await isReady(page)
  await driver.firstName.fill('Ana')
  await driver.email.fill('ana@example.com')
  await page.reload()
  await expect(driver.firstName).toHaveValue('Ana')
  await expect(driver.email).toHaveValue('ana@example.com')
  await driver.lastName.fill('Silva')
  await expect
    .poll(async () => (await checkoutOf(product.origin, token)).state.customer)
    .toMatchObject({
      license_first_name: 'Ana',
      license_last_name: 'Silva',
      email: 'ana@example.com',
    })
})

test('after paying, back and reload lead to the receipt, never to a second payment', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { review, payment, thankYou } = stepsIn(page)
  await review.open(`?token=${token}`)
  await review.continue.click()
  await payment.payWith(cards.good, '$49')
  await thankYou.isShown()
  await page.reload()
  await thankYou.isShown()
  await page.goBack()
  await thankYou.isShown()
  await payment.open()
  await thankYou.isShown()
})
