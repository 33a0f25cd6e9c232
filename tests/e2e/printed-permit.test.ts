import { expect, test } from '../support/fixtures'
import { fetchMovements } from '../support/ledger'
import { translateEnglish as translate } from '../support/texts'
import { cards } from './pages/payment'
import { stepPages } from './pages/steps'
import { waitForToken } from './pages/token'

test('a driver buys a three-year printed permit, delivered and paid by card', async ({
  page,
  context,
  product,
}) => {
  const { driver, photos, plan, review, payment, thankYou } = stepPages(page)
  const html = await (await page.goto('/checkouts/'))?.text()
  expect(html, 'before there is an order').toMatch(`>${translate('product')}</title>`)
  await driver.expectShown()
  await driver.fill()
  await driver.month.fill('3')
  const token = await waitForToken(context)
  await expect(page).toHaveTitle(driver.title())
  await driver.continue.click()

  await photos.expectShown()
  await expect(page).toHaveTitle(photos.title())
  await photos.addLater.click()

  await plan.expectShown()
  await expect(page).toHaveTitle(plan.title())
  await expect(plan.printed).toBeChecked()
  await expect(plan.years(3)).toBeChecked()
  await expect(plan.firstName).toHaveValue('Ana')
  await plan.fillAddress()
  await plan.method('FedEx').check()
  await plan.expectTotal('$79.10')
  await plan.continue.click()

  await review.expectShown()
  await expect(page).toHaveTitle(review.title())
  await expect(page.getByText('12 Salmon Street')).toBeVisible()
  await expect(page.getByText('March 14, 1991')).toBeVisible()
  // The preselected urgent processing went with the photos.
  await expect(review.standard).toBeChecked()
  await review.expectTotal('$79.10')
  await review.urgent.check()
  await review.expectTotal('$104.10')
  await review.continue.click()

  await payment.expectShown()
  await expect(page).toHaveTitle(payment.title())
  await payment.expectTotal('$104.10')
  await payment.payWith(cards.good, '$104.10')

  await thankYou.expectShown()
  await expect(page).toHaveTitle(thankYou.title())
  await expect(page.getByText('$104.10').first()).toBeVisible()
  expect(await fetchMovements(product, token)).toEqual([
    { kind: 'charge', amount: 10_410, currency: 'usd' },
  ])
})
