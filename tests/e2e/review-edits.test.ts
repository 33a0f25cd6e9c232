import { changeCheckout, createCheckoutAt, fetchCheckout } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { translateEnglish as translate } from '../support/texts'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'

test('the driver is edited from the review, and saving leads back to it', async ({
  page,
  product,
  expectProblem,
}) => {
  // A save sent while the page unloads can conflict with one in flight.
  expectProblem(/409 \(Conflict\)/)
  const token = await createCheckoutAt(product.origin, 'payment')
  const { driver, review, payment } = stepPages(page)
  await review.openOrder(token)
  await review.change('driver').click()
  await driver.expectShown()
  await driver.firstName.fill('Maria')
  await page.reload()
  await expect(driver.firstName).toHaveValue('Maria')
  await driver.saveChange.click()
  await review.expectShown()
  await expect(page.getByRole('main')).toContainText('Maria Silva')
  expect((await fetchCheckout(product.origin, token)).state.step).toBe(5)
  await review.continue.click()
  await payment.expectShown()
})

test('each edit link leads to its part of the page, and saving leads back', async ({
  page,
  product,
}) => {
  const travelItemsInCart = [{ item_id: 1, quantity: 1 }]
  const token = await createCheckoutAt(product.origin, 'payment', { state: { travelItemsInCart } })
  const { driver, photos, plan, review, payment } = stepPages(page)
  await review.openOrder(token)
  await waitUntilReady(page)
  for (const { link, step, heading, change } of [
    {
      link: review.change('delivery'),
      step: plan,
      heading: translate('plan:delivery.heading'),
      change: () => plan.city.fill('Salem'),
    },
    {
      link: review.change('extras'),
      step: plan,
      heading: translate('travel:heading'),
      change: () => undefined,
    },
  ]) {
    await link.click()
    await step.expectShown()
    const section = page.getByRole('heading', { level: 2, name: heading, exact: true })
    await expect(section).toBeFocused()
    await expect(section).toBeInViewport()
    await change()
    await step.saveChange.click()
    await review.expectShown()
  }
  await expect(page.getByRole('main')).toContainText('Salem')

  await review.change('trip').click()
  await driver.expectShown()
  await driver.saveChange.click()
  await review.expectShown()
  await review.addPhotos.click()
  await photos.expectShown()
  await photos.addLater.click()
  await review.expectShown()
  await review.change('plan').click()
  await plan.expectShown()
  await plan.years(1).check()
  await plan.saveChange.click()
  await review.expectShown()
  await review.expectTotal('$87')
  await review.continue.click()
  await payment.expectTotal('$87')
})

test('Back from an edit leads to the review', async ({ page, product }) => {
  const token = await createCheckoutAt(product.origin, 'payment')
  const { driver, photos, review } = stepPages(page)
  await review.openOrder(token)
  await waitUntilReady(page)
  await review.change('driver').click()
  await driver.expectShown()
  await page.goBack()
  await review.expectShown()
  await review.addPhotos.click()
  await photos.expectShown()
  await page.getByRole('link', { name: translate('progress.back'), exact: true }).click()
  await review.expectShown()
})

test('a destination with a new requirement leads to where it is asked, then back to the review', async ({
  page,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'payment', { digital: true })
  const { driver, plan, review } = stepPages(page)
  await review.openOrder(token)
  await review.change('driver').click()
  await driver.expectShown()
  await waitUntilReady(page)
  await driver.addDestination('Spain')
  await driver.saveChange.click()
  await expect(plan.heading).toBeVisible()
  await expect(
    page.getByRole('status').filter({ hasText: translate('notice.back.printed') }),
  ).toBeVisible()
  await plan.acknowledgement('Spain').check()
  await plan.saveChange.click()
  await review.expectShown()
  await expect(page.getByRole('main')).toContainText(
    translate('permits:conflicts.digital_refused', { country: 'Spain' }),
  )
})

test('a name in another script is shown on the card as proposed, corrected, and stored', async ({
  page,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'review')
  const customer = { license_first_name: 'Иван', license_last_name: 'Щербаков' }
  await changeCheckout(product.origin, token, { customer })
  const { review, payment } = stepPages(page)
  await review.openOrder(token)
  await waitUntilReady(page)
  await expect(review.card('Ivan Shcherbakov')).toBeVisible()
  await expectNoAxeViolations(page)
  await review.latinName('last').fill('Scherbakoff')
  await expect(review.card('Ivan Scherbakoff')).toBeVisible()
  await review.continue.click()
  await payment.expectShown()
  expect((await fetchCheckout(product.origin, token)).state.customer).toMatchObject({
    license_first_name: 'Ivan',
    license_last_name: 'Scherbakoff',
  })
  await page.goBack()
  await expect(review.card('Ivan Scherbakoff')).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('each edit link leads to its part of the page, is submitted, and leads back', async ({
    page,
    product,
  }) => {
    const token = await createCheckoutAt(product.origin, 'payment')
    const { driver, plan, review } = stepPages(page)
    await review.openOrder(token)
    await review.change('delivery').click()
    await plan.expectShown()
    const heading = translate('plan:delivery.heading')
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeInViewport()
    await expect(plan.heading).not.toBeInViewport()
    await page.goBack()
    await review.expectShown()
    await review.change('driver').click()
    await driver.expectShown()
    await driver.firstName.fill('Maria')
    await driver.saveChange.click()
    await review.expectShown()
    await expect(page.getByRole('main')).toContainText('Maria Silva')
  })

  test('a spelling that cannot be printed comes back with its error', async ({
    page,
    product,
    expectProblem,
  }) => {
    expectProblem(/422 \(Unprocessable Entity\)/)
    const token = await createCheckoutAt(product.origin, 'review')
    await changeCheckout(product.origin, token, { customer: { license_last_name: 'الصفدي' } })
    const { review } = stepPages(page)
    await review.openOrder(token)
    await review.latinName('last').fill('123')
    await review.continue.click()
    await review.expectShown()
    await expect(page.getByRole('main')).toContainText(
      translate('driver-issues:license_last_name.letters'),
    )
  })

  test('a name in another script is posted as proposed', async ({ page, product }) => {
    const token = await createCheckoutAt(product.origin, 'review')
    const customer = { license_first_name: '小明', license_last_name: '王', license_issued: 'cn' }
    await changeCheckout(product.origin, token, { customer })
    const { review, payment } = stepPages(page)
    await review.openOrder(token)
    await expect(review.card('Xiaoming Wang')).toBeVisible()
    await review.continue.click()
    await payment.expectShown()
    expect((await fetchCheckout(product.origin, token)).state.customer).toMatchObject({
      license_first_name: 'Xiaoming',
      license_last_name: 'Wang',
    })
  })
})
