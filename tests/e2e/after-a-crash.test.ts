import { checkoutAt, checkoutOf } from '../support/checkout-at'
import { expect, test as sharedTest } from '../support/fixtures'
import { movementsOf } from '../support/ledger'
import { lendProduct, type Product } from '../support/product'
import { cards } from './pages/payment'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'

/** A product of its own on the embedded database, to be killed without harm to other tests. */
const test = sharedTest.extend<{ product: Product }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from here
  product: ({}, use) => lendProduct(use),
})

test('kill -9 loses no saved answer and no payment', async ({
  page,
  product,
  openBrowser,
  expectProblem,
}) => {
  expectProblem(/net::ERR_/)
  const { driver, photos } = stepsIn(page)
  const token = await checkoutAt(product.origin, 'driver-details')
  await driver.open(`?token=${token}`)
  await isReady(page)
  await driver.fill()
  await expect
    .poll(async () => (await checkoutOf(product.origin, token)).state.customer)
    .toMatchObject({ email: 'ana@example.com', eye_color: 'brown' })

  const paid = await checkoutAt(product.origin, 'payment', { digital: true })
  const { quote } = await checkoutOf(product.origin, paid)
  const total = quote?.total ?? 0
  const other = await (await openBrowser()).newPage()
  const { payment, thankYou } = stepsIn(other)
  await payment.open(`?token=${paid}`)
  await payment.payWith(cards.good, `$${total}`)
  await thankYou.isShown()

  await product.killHard()
  await product.restart()
  await page.reload()
  await driver.isFilled()
  await driver.continue.click()
  await photos.isShown()
  await other.reload()
  await thankYou.isShown()
  expect((await checkoutOf(product.origin, paid)).status).toBe('paid')
  expect(await movementsOf(product, paid)).toEqual([
    { kind: 'charge', amount: total * 100, currency: 'usd' },
  ])
})
