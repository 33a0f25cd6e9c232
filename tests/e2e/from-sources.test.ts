import { checkoutAt } from '../support/checkout-at'
import { expect, test as sharedTest } from '../support/fixtures'
import { lendProduct, type Product } from '../support/product'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'

const test = sharedTest.extend<{ product: Product }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from here
  product: ({}, use) => lendProduct(use, { mode: 'dev' }),
})

test('what runs from its sources looks and works as what is built', async ({ page, product }) => {
  const { review, payment } = stepsIn(page)
  await review.open(`?token=${await checkoutAt(product.origin, 'review')}`)
  await review.isShown()
  await expect(review.continue).toHaveCSS('background-color', 'rgb(11, 107, 93)')
  await isReady(page)
  await review.continue.click()
  await payment.isShown()
})
