import { checkoutAt } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { shiftsOf, watchShifts } from '../support/layout-shifts'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'

test('nothing moves by itself while a step loads', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'payment')
  await watchShifts(page)
  const { driver, photos, plan, review, payment } = stepsIn(page)
  await driver.open()
  await isReady(page)
  expect(await shiftsOf(page), 'a first visit').toEqual([])

  await driver.open(`?token=${token}`)
  for (const step of [driver, photos, plan, review]) {
    await page.goto(step.address, { waitUntil: 'networkidle' })
    await isReady(page)
    expect(await shiftsOf(page), step.address).toEqual([])
  }
  await payment.open()
  await expect(payment.cvc).toBeVisible()
  expect(await shiftsOf(page), 'payment').toEqual([])
})
