import type { Page } from '@playwright/test'
import { steps } from '@/domain/checkout/steps'
import { createCheckoutAt } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { fetchMovements } from '../support/ledger'
import { translateEnglish as translate } from '../support/texts'
import { stepPages } from './pages/steps'

test.use({ javaScriptEnabled: false })

/** Visible buttons that only scripts can answer. */
const findDeadButtons = (page: Page) => page.locator('button:not([type=submit]):visible')

test('without scripts an order gets up to the payment, which says that it needs them', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/422 \(Unprocessable Entity\)/)
  const { driver, photos, plan, review, payment } = stepPages(page)
  await driver.open()
  await driver.fill()
  await driver.continue.click()
  await photos.expectShown()
  await photos.addLater.click()
  await plan.expectShown()
  await plan.fillAddress()
  await plan.method('FedEx').check()
  await plan.continue.click()
  await review.expectShown()
  await review.standard.check()
  await review.continue.click()
  await payment.expectShown()
  await payment.expectTotal('$79.10')
  await page.getByRole('link', { name: translate('summary.show') }).click()
  await expect(payment.summary).toBeInViewport()
  await expect(page.locator('noscript p').first()).toHaveText(translate('payment:noscript.title'))
  await payment.pay('$79.10').click()
  await expect(page.locator('noscript p').first()).toHaveText(
    translate('payment:noscript.notCharged'),
  )
  await expect(page).toHaveTitle(payment.title(true))

  await review.open()
  await expect(review.standard).toBeChecked()
  await plan.open()
  await plan.expectAddress()
  await expect(plan.method('FedEx')).toBeChecked()
})

for (const [device, viewport] of [
  ['phone', { width: 390, height: 844 }],
  ['desktop', { width: 1280, height: 800 }],
] as const)
  test(`without scripts every button on a ${device} does something`, async ({ page, product }) => {
    await page.setViewportSize(viewport)
    const { origin } = product
    const state = { coupon: { name: 'FULL100' }, urgent: { selected: true, is_skip: false } }
    const token = await createCheckoutAt(origin, 'payment', { state })
    await stepPages(page).plan.openOrder(token, '?currency=EUR')
    for (const { route } of steps.slice(0, 5)) {
      await page.goto(`${origin}/checkouts${route}`)
      await expect.soft(findDeadButtons(page), route).toHaveCount(0)
    }
  })

test('without scripts a free order is placed once the terms are accepted', async ({
  page,
  product,
  expectProblem,
}) => {
  expectProblem(/422 \(Unprocessable Entity\)/)
  const state = { coupon: { name: 'FULL100' } }
  const token = await createCheckoutAt(product.origin, 'payment', { digital: true, state })
  const { payment, thankYou } = stepPages(page)
  await payment.openOrder(token)
  const placeOrderButton = page.getByRole('button', { name: translate('payment:placeOrder') })
  await placeOrderButton.click()
  await payment.expectShown()
  await expect(page.getByRole('alert')).toContainText(payment.issue('terms.missing'))
  await payment.terms.check()
  await placeOrderButton.click()
  await thankYou.expectShown()
  await expect(page.getByText(translate('thank-you:free'))).toBeVisible()
  await expect(findDeadButtons(page)).toHaveCount(0)
  expect(await fetchMovements(product, token)).toEqual([])
})

test('without scripts a digital permit needs no address', async ({ page }) => {
  const { driver, photos, plan, review } = stepPages(page)
  await driver.open()
  await driver.fill()
  await driver.continue.click()
  await photos.addLater.click()
  await plan.digital.check()
  await expect(plan.street).toBeHidden()
  await plan.years(1).check()
  await plan.continue.click()
  await review.expectShown()
  await review.expectTotal('$26.10')
})

test('without scripts invalid answers come back with instructions', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/422 \(Unprocessable Entity\)/)
  const { driver, photos, plan } = stepPages(page)
  await driver.open()
  await driver.fill()
  await driver.email.fill('ana@')
  await driver.height.fill('')
  await driver.lastName.fill('S'.repeat(3_000))
  await driver.continue.click()
  await driver.expectShown()
  await expect(page).toHaveTitle(driver.title(true))
  await expect(driver.errorSummary).toContainText(driver.issue('license_last_name.long'))
  await expect(driver.errorSummary).toContainText(driver.issue('email.domain'))
  await expect(driver.errorSummary).toContainText(driver.issue('height.missing'))
  await expect(driver.email).toHaveValue('ana@')
  await expect(driver.email).toHaveAccessibleDescription(new RegExp(driver.issue('email.domain')))
  await expect(driver.firstName).toHaveValue('Ana')

  await driver.email.fill('ana@example.com')
  await driver.height.fill('170')
  await driver.lastName.fill('Silva')
  await driver.continue.click()
  await photos.addLater.click()
  await plan.expectShown()
  await plan.city.fill('Portland')
  await plan.continue.click()
  await plan.expectShown()
  await expect(page).toHaveTitle(plan.title(true))
  await expect(plan.errorSummary).toContainText(plan.issue('shipping_address.missing'))
  await expect(plan.errorSummary).toContainText(plan.issue('shipping_postcode.missing_zip'))
  await expect(plan.city).toHaveValue('Portland')
})

test('without scripts language and currency are chosen on their own page', async ({ page }) => {
  const { driver } = stepPages(page)
  await driver.open()
  await driver.expectTotal('$106.10')
  await page.getByRole('button', { name: translate('preferences.buttonLabel') }).click()
  await page.getByRole('radio', { name: 'JPY' }).check()
  await page.getByRole('button', { name: translate('preferences:apply') }).click()
  await driver.expectShown()
  await driver.expectTotal('¥16,060')
})
