import { createCheckoutAt } from '../support/checkout-at'
import { statementName } from '../support/e2e-product'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { fetchMovements } from '../support/ledger'
import { translateEnglish as translate } from '../support/texts'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'

test('a free order shows that nothing is due, and another order can be started from it', async ({
  page,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'payment', {
    digital: true,
    state: { coupon: { name: 'FULL100' } },
  })
  const { driver, payment, thankYou } = stepPages(page)
  await payment.openOrder(token, '?coupon=NOSUCHCODE')
  const couponNotice = page.getByText(translate('coupon.fromLink.unknown', { name: 'NOSUCHCODE' }))
  await expect(couponNotice).toBeVisible()
  await waitUntilReady(page)
  await payment.terms.check()
  await page.getByRole('button', { name: translate('payment:placeOrder') }).click()

  await thankYou.expectShown()
  await expect(page.getByText(translate('thank-you:free'))).toBeVisible()
  await expect(
    page.getByText(translate('thank-you:receipt.statement', { name: statementName })),
  ).toBeHidden()
  await expect(couponNotice).toBeHidden()
  await expectNoAxeViolations(page)
  expect(await fetchMovements(product, token)).toEqual([])

  const hint = page.getByRole('link', { name: translate('thank-you:another.start') })
  await expect(hint).toBeHidden()
  await page.goto('/checkouts/?simple-flow=1')
  await thankYou.expectShown()
  await expect(hint).toBeInViewport({ ratio: 1 })
  await hint.click()
  await expect(thankYou.orderAnother).toBeInViewport({ ratio: 1 })
  await expectNoAxeViolations(page)

  const link = await thankYou.orderLink.getAttribute('href')
  await thankYou.orderAnother.click()
  await driver.expectShown()
  await expect(driver.email).toHaveValue('')
  await page.goto(link ?? '')
  await page.getByRole('button', { name: translate('open-order:open') }).click()
  await thankYou.expectShown()
})
