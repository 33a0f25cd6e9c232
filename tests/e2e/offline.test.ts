import { checkoutAt, checkoutOf } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { english as say } from '../support/texts'
import { isAlive } from './pages/step'
import { stepsIn } from './pages/steps'

test.beforeEach(({ expectProblem }) => {
  expectProblem(/net::ERR_INTERNET_DISCONNECTED/)
})

test('what is typed without a network is said to be kept, and saved when there is one', async ({
  page,
  context,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'driver-details')
  const { driver, photos } = stepsIn(page)
  await driver.open(`?token=${token}`)
  await isAlive(page)
  await context.setOffline(true)
  await driver.fill()
  const told = page.getByText(say('notice.offline'))
  await expect(told).toBeVisible()

  await context.setOffline(false)
  await expect(told).toBeHidden()
  await driver.isFilled()
  await expect
    .poll(async () => (await checkoutOf(product.origin, token)).state.customer)
    .toMatchObject({ email: 'ana@example.com', date_of_birth: '1991-03-14', height: '170' })
  await driver.continue.click()
  await photos.isShown()
})

test('going on without a network says that nothing is lost, and works once there is one', async ({
  page,
  context,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'shipping')
  const { plan, review } = stepsIn(page)
  await plan.open(`?token=${token}`)
  await isAlive(page)
  await plan.fillAddress()
  await context.setOffline(true)
  await plan.continue.click()
  await expect(page.getByText(say('errors.couldNotSave'))).toBeVisible()
  await plan.hasAddress()

  await context.setOffline(false)
  await plan.continue.click()
  await review.isShown()
})

test('answers not yet saved outlive a closed tab', async ({ page, context, product }) => {
  const token = await checkoutAt(product.origin, 'driver-details')
  const { driver } = stepsIn(page)
  await driver.open(`?token=${token}`)
  await isAlive(page)
  await context.setOffline(true)
  await driver.email.fill('ana@example.com')
  await expect(page.getByText(say('notice.offline'))).toBeVisible()
  await page.close()

  await context.setOffline(false)
  const again = await context.newPage()
  await stepsIn(again).driver.open()
  await expect
    .poll(async () => (await checkoutOf(product.origin, token)).state.customer.email)
    .toBe('ana@example.com')
})
