import { checkoutAt } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { movementsOf } from '../support/ledger'
import { english as say } from '../support/texts'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'

test('an order that costs nothing says so, and another one can be begun beside it', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'payment', {
    digital: true,
    state: { coupon: { name: 'FULL100' } },
  })
  const { driver, payment, thankYou } = stepsIn(page)
  await payment.open(`?token=${token}&coupon=NOSUCHCODE`)
  const promised = page.getByText(say('coupon.fromLink.unknown', { name: 'NOSUCHCODE' }))
  await expect(promised).toBeVisible()
  await isReady(page)
  await payment.terms.check()
  await page.getByRole('button', { name: say('payment:placeOrder') }).click()

  await thankYou.isShown()
  await expect(page.getByText(say('thank-you:free'))).toBeVisible()
  await expect(page.getByText(say('thank-you:receipt.seller'))).toBeHidden()
  await expect(promised).toBeHidden()
  await expectNoAxeViolations(page)
  expect(await movementsOf(product, token)).toEqual([])

  const link = await thankYou.orderLink.getAttribute('href')
  await thankYou.orderAnother.click()
  await driver.isShown()
  await expect(driver.email).toHaveValue('')
  await page.goto(link ?? '')
  await thankYou.isShown()
})
