import { createCheckoutAt, fetchCheckout } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { translateEnglish as translate } from '../support/texts'
import { cards } from './pages/payment'
import { parcel } from './pages/plan'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'
import { waitForToken } from './pages/token'

test('answers survive a reload of any step and going back through all of them', async ({
  page,
  context,
  product,
  expectProblem,
}) => {
  // A save sent while the page unloads can conflict with one in flight.
  expectProblem(/409 \(Conflict\)/)
  const { driver, photos, plan, review, payment } = stepPages(page)
  await driver.open()
  await driver.fill()
  const token = await waitForToken(context)
  await expect
    .poll(async () => (await fetchCheckout(product.origin, token)).state.customer)
    .toMatchObject({ height: '170', eye_color: 'brown' })
  await page.reload()
  await driver.expectFilled()
  await driver.continue.click()

  await photos.expectShown()
  await page.reload()
  await photos.expectShown()
  await photos.addLater.click()

  await plan.expectShown()
  await plan.years(2).check()
  await plan.fillAddress()
  await plan.method('Registered mail').check()
  await plan.expectTotal('$62.10')
  await page.reload()
  await expect(plan.years(2)).toBeChecked()
  await plan.expectAddress()
  await expect(plan.method('Registered mail')).toBeChecked()
  await plan.continue.click()

  await review.expectShown()
  await review.standard.check()
  await review.expectTotal('$62.10')
  await page.reload()
  await expect(review.standard).toBeChecked()
  await review.continue.click()

  await payment.expectShown()
  await page.reload()
  await payment.expectTotal('$62.10')
  await page.goBack()
  await review.expectShown()
  await expect(review.standard).toBeChecked()
  await page.goBack()
  await plan.expectShown()
  await expect(plan.years(2)).toBeChecked()
  await expect(plan.addressLine).toContainText(parcel.street)
  await plan.addressLine.click()
  await plan.expectAddress()
  await page.goBack()
  await photos.expectShown()
  await page.goBack()
  await driver.expectShown()
  await driver.expectFilled()
  for (const step of [photos, plan, review, payment]) {
    await page.goForward()
    await step.expectShown()
  }
  await payment.expectTotal('$62.10')
})

test('a reload while typing loses nothing', async ({ page, product, expectProblem }) => {
  // A save sent while the page unloads can conflict with one in flight.
  expectProblem(/409 \(Conflict\)/)
  const token = await createCheckoutAt(product.origin, 'driver-details')
  const { driver } = stepPages(page)
  await driver.openOrder(token)
  await waitUntilReady(page)
  await driver.openSection('you')
  await driver.firstName.fill('Ana')
  await driver.email.fill('ana@example.com')
  await page.reload()
  await expect(driver.firstName).toHaveValue('Ana')
  await expect(driver.email).toHaveValue('ana@example.com')
  await driver.openSection('you')
  await driver.lastName.fill('Silva')
  await expect
    .poll(async () => (await fetchCheckout(product.origin, token)).state.customer)
    .toMatchObject({
      license_first_name: 'Ana',
      license_last_name: 'Silva',
      email: 'ana@example.com',
    })
})

test('after paying, Back and reload lead to the receipt, never to a second payment', async ({
  page,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'payment', { digital: true })
  const { review, payment, thankYou } = stepPages(page)
  await review.openOrder(token)
  await review.continue.click()
  await payment.payWith(cards.good, '$49')
  await thankYou.expectShown()
  await page.reload()
  await thankYou.expectShown()
  await page.goBack()
  await thankYou.expectShown()
  await payment.open()
  await thankYou.expectShown()
})

test('a customer who goes back while a step is being saved stays there', async ({
  page,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'upload-photos')
  const { driver, photos } = stepPages(page)
  await photos.openOrder(token)
  await waitUntilReady(page)
  let release: () => void = () => undefined
  const isReleased = new Promise<void>(resolve => (release = resolve))
  await page.route('**/backend/api/checkout/*/', async route => {
    if (route.request().method() === 'PATCH') await isReleased
    await route.continue()
  })
  const waitForSave = () =>
    page.waitForResponse(response => response.request().method() === 'PATCH')
  const stepSaved = waitForSave()
  await photos.addLater.click()
  await page.getByRole('link', { name: translate('progress.back'), exact: true }).click()
  await driver.expectShown()
  release()
  await (await stepSaved).finished()
  const emailSaved = waitForSave()
  await driver.openSection('you')
  await driver.email.fill('still.here@example.com')
  await emailSaved
  await driver.expectShown()
})
