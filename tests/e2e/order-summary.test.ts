import { checkoutAt } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { closedGate } from '../support/gate'
import { english as say } from '../support/texts'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'
import { orderSummary } from './pages/summary'

test('while a parcel to another country is priced, no price of the old one stands', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'review')
  const { plan } = stepsIn(page)
  await plan.open(`?token=${token}`)
  await isReady(page)
  const delivery = orderSummary(page).row(say('delivery.name')).getByRole('definition')
  await expect(delivery).not.toHaveClass(/pending/)
  const gate = closedGate()
  await page.route(`**/backend/api/checkout/${token}/`, async route => {
    await gate.opened
    await route.continue()
  })
  await plan.country.selectOption('jp')
  await expect(delivery).toHaveClass(/pending/)
  gate.open()
  await expect(delivery).not.toHaveClass(/pending/)
})
