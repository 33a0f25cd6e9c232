import { checkoutAt, checkoutOf } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { english as say } from '../support/texts'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'

test('the driver is changed from the review, and Continue leads back to it', async ({
  page,
  product,
  expectProblem,
}) => {
  // What is sent while a page goes may meet what was on its way already.
  expectProblem(/409 \(Conflict\)/)
  const token = await checkoutAt(product.origin, 'payment')
  const { driver, review, payment } = stepsIn(page)
  await review.open(`?token=${token}`)
  await review.change('driver').click()
  await driver.isShown()
  await driver.firstName.fill('Maria')
  await page.reload()
  await expect(driver.firstName).toHaveValue('Maria')
  await driver.continue.click()
  await review.isShown()
  await expect(page.getByRole('main')).toContainText('Maria Silva')
  expect((await checkoutOf(product.origin, token)).state.step).toBe(5)
  await review.continue.click()
  await payment.isShown()
})

test('a change leads to the part of the page where it is made, and Continue leads back', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'payment')
  const { driver, photos, plan, review, payment } = stepsIn(page)
  await review.open(`?token=${token}`)
  await isReady(page)
  for (const { link, step, heading, change } of [
    {
      link: review.changeClasses,
      step: driver,
      heading: say('driver-details:licence.heading'),
      change: () => undefined,
    },
    {
      link: review.change('delivery'),
      step: plan,
      heading: say('plan:delivery.heading'),
      change: () => plan.city.fill('Salem'),
    },
    {
      link: review.change('extras'),
      step: plan,
      heading: say('travel:heading'),
      change: () => undefined,
    },
  ]) {
    await link.click()
    await step.isShown()
    const part = page.getByRole('heading', { level: 2, name: heading, exact: true })
    await expect(part).toBeFocused()
    await expect(part).toBeInViewport()
    await change()
    await step.continue.click()
    await review.isShown()
  }
  await expect(page.getByRole('main')).toContainText('Salem')

  await review.change('photos').click()
  await photos.isShown()
  await photos.addLater.click()
  await review.isShown()
  await review.change('plan').click()
  await plan.isShown()
  await plan.years(1).check()
  await plan.continue.click()
  await review.isShown()
  await review.costs('$68')
  await review.continue.click()
  await payment.costs('$68')
})

test('back from a change leads to the review', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'payment')
  const { driver, photos, review } = stepsIn(page)
  await review.open(`?token=${token}`)
  await isReady(page)
  await review.change('driver').click()
  await driver.isShown()
  await page.goBack()
  await review.isShown()
  await review.change('photos').click()
  await photos.isShown()
  await page.getByRole('link', { name: say('progress.back'), exact: true }).click()
  await review.isShown()
})

test('a destination that asks for something else leads to where that is said, and back to the review', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { driver, plan, review } = stepsIn(page)
  await review.open(`?token=${token}`)
  await review.change('driver').click()
  await driver.isShown()
  await isReady(page)
  await driver.addDestination('Spain')
  await driver.continue.click()
  await expect(plan.heading).toBeVisible()
  await expect(
    page.getByRole('status').filter({ hasText: say('notice.back.printed') }),
  ).toBeVisible()
  await plan.understood('Spain').check()
  await plan.continue.click()
  await review.isShown()
  await expect(page.getByRole('main')).toContainText(
    say('permits:conflicts.digital_refused', { country: 'Spain' }),
  )
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a change leads to the part of the page where it is made, is posted, and leads back', async ({
    page,
    product,
  }) => {
    const token = await checkoutAt(product.origin, 'payment')
    const { driver, plan, review } = stepsIn(page)
    await review.open(`?token=${token}`)
    await review.change('delivery').click()
    await plan.isShown()
    const heading = say('plan:delivery.heading')
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeInViewport()
    await expect(plan.heading).not.toBeInViewport()
    await page.goBack()
    await review.isShown()
    await review.change('driver').click()
    await driver.isShown()
    await driver.firstName.fill('Maria')
    await driver.continue.click()
    await review.isShown()
    await expect(page.getByRole('main')).toContainText('Maria Silva')
  })
})
