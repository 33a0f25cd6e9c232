import { createCheckoutAt, fetchCheckout } from '../support/checkout-at'
import { copyFixtureDatabase } from '../support/e2e-product'
import { expect, test as sharedTest } from '../support/fixtures'
import { type Product, withProduct } from '../support/product'
import { translateEnglish as translate } from '../support/texts'
import { stepPages } from './pages/steps'
import { openSummary } from './pages/summary'

/** A shop with a new-customer coupon; the other tests' shops have none. */
const test = sharedTest.extend<{ product: Product }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from here
  product: async ({}, provide) =>
    withProduct(provide, {
      env: { DATABASE_URL: await copyFixtureDatabase(), NEW_CUSTOMER_COUPON: 'welcome' },
    }),
})

/** Buys a digital permit with the email that every test driver has. */
async function buyAsAna(origin: string): Promise<void> {
  const state = { terms: { selected: true } }
  const token = await createCheckoutAt(origin, 'payment', { digital: true, state })
  await fetch(`${origin}/checkouts/backend/api/merchant/stripe/create-payment-intent/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      api_key: 'demo',
      token,
      payment_method: 'pm_card_visa',
      expected_total: 49,
      expected_currency: 'USD',
    }),
  })
  expect((await fetchCheckout(origin, token)).status).toBe('paid')
}

test('a new customer sees the discount, a returning one sees why another coupon applies', async ({
  page,
  product,
  expectProblem,
}) => {
  // The restored coupon may be sent together with the email that makes it unusable.
  expectProblem(/422 \(Unprocessable/)
  const { driver, photos } = stepPages(page)
  const banner = page.getByText(translate('banner.newCustomer', { amount: '$8.28' }))
  const response = await driver.open()
  expect(await response?.text()).toContain(translate('banner.newCustomer', { amount: '$8.28' }))
  await expect(banner).toBeVisible()
  const summary = await openSummary(page)
  await expect(summary.coupon('WELCOME')).toContainText('−$8.28')
  await driver.expectTotal('$104.72')
  await summary.remove('WELCOME').click()
  await expect(banner).toBeHidden()
  await driver.expectTotal('$113')
  await summary.putBack.click()
  await page.keyboard.press('Escape')
  await expect(banner).toBeVisible()

  await buyAsAna(product.origin)
  await driver.fill()
  await driver.continue.click()
  await photos.expectShown()
  await openSummary(page)
  const reason = translate('coupon.lost.new_customers', { name: 'WELCOME' })
  await expect(summary.coupon('FROMIDAWITHLOVE')).toContainText(
    translate('coupon.instead', { reason, name: 'FROMIDAWITHLOVE' }),
  )
  await photos.expectTotal('$106.10')
})
