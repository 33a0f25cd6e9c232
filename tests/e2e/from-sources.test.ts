import { createCheckoutAt } from '../support/checkout-at'
import { expect, test as sharedTest } from '../support/fixtures'
import { type Product, withProduct } from '../support/product'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'

const test = sharedTest.extend<{ product: Product }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from here
  product: ({}, provide) => withProduct(provide, { mode: 'dev' }),
})

test('the product run from its sources looks and works like the build', async ({
  page,
  product,
}) => {
  const { review, payment } = stepPages(page)
  await review.openOrder(await createCheckoutAt(product.origin, 'review'))
  await review.expectShown()
  await expect(review.continue).toHaveCSS('background-color', 'rgb(11, 107, 93)')
  await waitUntilReady(page)
  await review.continue.click()
  await payment.expectShown()
})
