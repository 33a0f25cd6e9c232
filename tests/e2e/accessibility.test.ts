import type { Page } from '@playwright/test'
import { checkoutAt } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { closedGate } from '../support/gate'
import { english as say } from '../support/texts'
import { cards } from './pages/payment'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'

async function isSound(page: Page): Promise<void> {
  await expectNoAxeViolations(page)
  const sideways = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  expect(sideways, 'pixels to scroll sideways').toBe(0)
}

test('every step has no violation, filled and with its errors', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'payment')
  const { driver, photos, plan, review, payment } = stepsIn(page)
  await driver.open()
  await isReady(page)
  await driver.continue.click()
  await expect(driver.errorSummary).toBeVisible()
  await isSound(page)

  await page.goto(`/checkouts/?token=${token}`)
  await expect(payment.cvc).toBeVisible()
  await isSound(page)
  await payment.pay('$88').click()
  await expect(payment.errorSummary).toBeVisible()
  await isSound(page)
  for (const step of [driver, photos, plan, review]) {
    await step.open()
    await isReady(page)
    await isSound(page)
  }
  await plan.open()
  await isReady(page)
  await plan.street.fill('')
  await plan.city.fill('')
  await plan.continue.click()
  await expect(plan.errorSummary).toBeVisible()
  await isSound(page)
  await plan.digital.check()
  await isSound(page)
})

test('waiting for the bank and the receipt have no violation', async ({
  page,
  context,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const answer = closedGate()
  const { payment, thankYou } = stepsIn(page)
  await payment.open(`?token=${token}`)
  await payment.payWith(cards.asksBank, '$49')
  await payment.bank.isAsking()

  const other = await context.newPage()
  await other.route('**/checkout/finish/', async route => {
    await answer.opened
    await route.continue()
  })
  await other.goto('/checkouts/finish-payment/')
  await expect(other.getByText(say('finish-payment:asking.title'))).toBeVisible()
  await isSound(other)
  await payment.bank.accept()
  await thankYou.isShown()
  await isSound(page)
  answer.open()
  await stepsIn(other).thankYou.isShown()
})

for (const address of ['privacy', 'terms', 'guarantees', 'help', 'preferences', 'nowhere'])
  test(`the page at ${address} has no violation`, async ({ page, expectProblem }) => {
    if (address === 'nowhere') expectProblem(/404 \(Not Found\)/)
    await page.goto(`/checkouts/${address}/`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await isSound(page)
  })
