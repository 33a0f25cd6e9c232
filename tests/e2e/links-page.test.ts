import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { createTranslate } from '../support/texts'

test('the link page shows what a link does and which parts are ignored', async ({ page }) => {
  await page.goto('/checkouts/links/')
  await expectNoAxeViolations(page)
  await page.getByRole('textbox', { name: 'Coupon (optional)' }).fill('take50')
  await page.getByRole('combobox', { name: 'Plan that is chosen first' }).selectOption('45')
  await page.getByRole('textbox', { name: 'Destinations' }).fill('es atlantis')
  await page.getByRole('button', { name: 'Make and check it' }).click()

  const result = page.getByRole('region', { name: 'What this link does' })
  await expect(result.getByRole('listitem').filter({ hasText: 'state' })).toContainText(
    'Its destinations are invalid',
  )
  await page.getByRole('textbox', { name: 'Destinations' }).fill('es')
  await page.getByRole('button', { name: 'Make and check it' }).click()
  await expect(result.getByRole('listitem').filter({ hasText: 'state' })).toContainText(
    'destinations: es',
  )
  await expect(result.getByRole('listitem').filter({ hasText: 'coupon' })).toContainText('Used')
  await expectNoAxeViolations(page)

  const popup = page.waitForEvent('popup')
  await result.getByRole('link', { name: 'Open it in a new tab' }).click()
  await expect((await popup).getByRole('heading', { level: 1 })).toHaveText(
    createTranslate('en')('steps.driver-details.heading'),
  )
})
