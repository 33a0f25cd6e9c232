import { expect, test } from '../support/fixtures'
import { movementsOf } from '../support/ledger'
import { english as say } from '../support/texts'
import { cards } from './pages/payment'
import { stepsIn } from './pages/steps'
import { savedToken } from './pages/token'

test('a driver buys a three-year printed permit, delivered and paid by card', async ({
  page,
  context,
  product,
}) => {
  const { driver, photos, plan, review, payment, thankYou } = stepsIn(page)
  const served = await (await page.goto('/checkouts/'))?.text()
  expect(served, 'before there is an order').toMatch(`>${say('product')}</title>`)
  await driver.isShown()
  await driver.fill()
  await driver.month.fill('3')
  const token = await savedToken(context)
  await expect(page).toHaveTitle(driver.title())
  await driver.continue.click()

  await photos.isShown()
  await expect(page).toHaveTitle(photos.title())
  await photos.addLater.click()

  await plan.isShown()
  await expect(page).toHaveTitle(plan.title())
  await expect(plan.printed).toBeChecked()
  await expect(plan.years(3)).toBeChecked()
  await expect(plan.firstName).toHaveValue('Ana')
  await plan.fillAddress()
  await plan.method('FedEx').check()
  await plan.costs('$104.10')
  await plan.continue.click()

  await review.isShown()
  await expect(page).toHaveTitle(review.title())
  await expect(page.getByText('12 Salmon Street')).toBeVisible()
  await expect(page.getByText('March 14, 1991')).toBeVisible()
  await expect(review.urgent).toBeChecked()
  await review.standard.check()
  await review.costs('$79.10')
  await review.urgent.check()
  await review.costs('$104.10')
  await review.continue.click()

  await payment.isShown()
  await expect(page).toHaveTitle(payment.title())
  await payment.costs('$104.10')
  await payment.payWith(cards.good, '$104.10')

  await thankYou.isShown()
  await expect(page).toHaveTitle(thankYou.title())
  await expect(page.getByText('$104.10').first()).toBeVisible()
  expect(await movementsOf(product, token)).toEqual([
    { kind: 'charge', amount: 10_410, currency: 'usd' },
  ])
})
