import { createCheckoutAt, fetchCheckout } from '../support/checkout-at'
import { expect, test as sharedTest } from '../support/fixtures'
import { fetchMovements } from '../support/ledger'
import { type Product, withProduct } from '../support/product'
import { cards } from './pages/payment'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'

/** Its own product on the embedded database: killing it must not affect other tests. */
const test = sharedTest.extend<{ product: Product }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from here
  product: ({}, provide) => withProduct(provide),
})

test('kill -9 loses no saved answer and no payment', async ({
  page,
  product,
  openBrowser,
  expectProblem,
}) => {
  expectProblem(/net::ERR_/)
  const { driver, photos } = stepPages(page)
  const token = await createCheckoutAt(product.origin, 'driver-details')
  await driver.openOrder(token)
  await waitUntilReady(page)
  await driver.fill()
  await expect
    .poll(async () => (await fetchCheckout(product.origin, token)).state.customer)
    .toMatchObject({ email: 'ana@example.com', eye_color: 'brown' })

  const paid = await createCheckoutAt(product.origin, 'payment', { digital: true })
  const { quote } = await fetchCheckout(product.origin, paid)
  const total = quote?.total ?? 0
  const otherPage = await (await openBrowser()).newPage()
  const { payment, thankYou } = stepPages(otherPage)
  await payment.openOrder(paid)
  await payment.payWith(cards.good, `$${total}`)
  await thankYou.expectShown()

  await product.forceKill()
  await product.restart()
  await page.reload()
  await driver.expectFilled()
  await driver.continue.click()
  await photos.expectShown()
  await otherPage.reload()
  await thankYou.expectShown()
  expect((await fetchCheckout(product.origin, paid)).status).toBe('paid')
  expect(await fetchMovements(product, paid)).toEqual([
    { kind: 'charge', amount: total * 100, currency: 'usd' },
  ])
})
