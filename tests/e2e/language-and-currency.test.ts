import { checkoutAt } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { movementsOf } from '../support/ledger'
import { english as say } from '../support/texts'
import { cards } from './pages/payment'
import { preferences } from './pages/preferences'
import { isAlive } from './pages/step'
import { stepsIn } from './pages/steps'

test('in yen every price is whole, the total is worked out anew and exactly it is charged', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'review')
  const { plan, review, payment, thankYou } = stepsIn(page)
  await plan.open(`?token=${token}`)
  await plan.costs('$88')
  await isAlive(page)
  const { button, dialog, apply } = preferences(page)
  await button.click()
  await dialog.getByRole('radio', { name: 'JPY' }).check()
  await expectNoAxeViolations(page)
  await apply.click()

  await plan.isShown()
  await plan.costs('¥13,300')
  await expect(button).toContainText('JPY')
  for (const step of [plan, review]) {
    await step.isShown()
    const words = (await page.locator('main, aside').allTextContents()).join(' ')
    const prices = words.match(/[$¥]\s?[\d.,]*\d/g) ?? []
    expect(prices).toContain('¥13,300')
    expect(prices.filter(price => !/^¥\d{1,3}(,\d{3})*$/.test(price))).toEqual([])
    await step.continue.click()
  }
  await payment.fillCard(cards.good)
  await payment.terms.check()
  await payment.pay('¥13,300').click()
  await thankYou.isShown()
  await expect(page.getByText('¥13,300').first()).toBeVisible()
  expect(await movementsOf(product, token)).toEqual([
    { kind: 'charge', amount: 13_300, currency: 'jpy' },
  ])
})

test('a currency chosen before the first answer is that of the order', async ({ page }) => {
  const { driver } = stepsIn(page)
  await driver.open()
  await isAlive(page)
  await driver.costs('$94')
  const { button, dialog, apply } = preferences(page)
  await button.click()
  await dialog.getByRole('radio', { name: 'EUR' }).check()
  await apply.click()
  await driver.costs('€88')
  await driver.email.fill('ana@example.com')
  await page.reload()
  await driver.costs('€88')
})

test('closing the dialog changes nothing and gives the focus back', async ({ page }) => {
  const { driver } = stepsIn(page)
  await driver.open()
  await isAlive(page)
  const { button, dialog } = preferences(page)
  await button.click()
  await dialog.getByRole('radio', { name: 'EUR' }).check()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await driver.costs('$94')
  await button.click()
  await dialog
    .getByRole('button', { name: say('preferences.cancel') })
    .last()
    .click()
  await expect(dialog).toBeHidden()
})
