import { checkoutAt } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { cards } from './pages/payment'
import { stepsIn } from './pages/steps'
import { savedToken } from './pages/token'

test('answers are as left after a reload of any step and on the way back through all', async ({
  page,
  context,
}) => {
  const { driver, photos, plan, review, payment } = stepsIn(page)
  await driver.open()
  await driver.fill()
  await savedToken(context)
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
  await plan.costs('$93')
  await page.reload()
  await expect(plan.years(2)).toBeChecked()
  await plan.hasAddress()
  await expect(plan.method('Registered post')).toBeChecked()
  await plan.continue.click()

  await review.isShown()
  await review.standard.check()
  await review.costs('$68')
  await page.reload()
  await expect(review.standard).toBeChecked()
  await review.continue.click()

  await payment.isShown()
  await page.reload()
  await payment.costs('$68')
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
  await payment.costs('$68')
})

test('what is changed after going back counts', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'payment')
  const { plan, review, payment } = stepsIn(page)
  await review.open(`?token=${token}`)
  await review.change('plan').click()
  await plan.isShown()
  await plan.years(1).check()
  await plan.continue.click()
  await review.isShown()
  await review.continue.click()
  await payment.costs('$68')
})

test('after paying, back and reload lead to the receipt, never to a second payment', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { review, payment, thankYou } = stepsIn(page)
  await review.open(`?token=${token}`)
  await review.continue.click()
  await payment.fillCard(cards.good)
  await payment.terms.check()
  await payment.pay('$49').click()
  await thankYou.isShown()
  await page.reload()
  await thankYou.isShown()
  await page.goBack()
  await thankYou.isShown()
  await payment.open()
  await thankYou.isShown()
})
