import { checkoutAt, checkoutOf } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { english as say } from '../support/texts'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'

test.beforeEach(({ expectProblem }) => {
  expectProblem(/net::ERR_INTERNET_DISCONNECTED/)
})

test('what is typed without a network waits, says so, and is saved when there is one', async ({
  page,
  context,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'driver-details')
  const { driver, photos } = stepsIn(page)
  await driver.open(`?token=${token}`)
  await isReady(page)
  await context.setOffline(true)
  await driver.fill()
  const told = page.getByText(say('notice.offline'))
  await expect(told).toBeVisible()
  await driver.firstName.focus()
  await driver.continue.click()
  const waiting = page.getByText(say('errors.waiting'))
  await expect(waiting).toBeInViewport()

  // Nobody presses anything.
  await context.setOffline(false)
  await photos.isShown()
  await expect(told).toBeHidden()
  expect((await checkoutOf(product.origin, token)).state.customer).toMatchObject({
    email: 'ana@example.com',
    date_of_birth: '1991-03-14',
    height: '170',
  })
})

test('going on without a network waits, says so, and goes on once there is one', async ({
  page,
  context,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'shipping')
  const { plan, review } = stepsIn(page)
  await plan.open(`?token=${token}`)
  await isReady(page)
  await plan.fillAddress()
  await context.setOffline(true)
  await plan.firstName.fill('Maria')
  await plan.continue.click()
  await expect(page.getByText(say('errors.waiting'))).toBeInViewport()
  await plan.hasAddress()

  await context.setOffline(false)
  await review.isShown()
  await expect(page.getByRole('main')).toContainText('Maria')
})

test('answers not yet saved outlive a closed tab', async ({ page, context, product }) => {
  const token = await checkoutAt(product.origin, 'driver-details')
  const { driver } = stepsIn(page)
  await driver.open(`?token=${token}`)
  await isReady(page)
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
