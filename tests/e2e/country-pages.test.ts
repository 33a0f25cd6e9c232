import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { translateEnglish as translate } from '../support/texts'
import { stepPages } from './pages/steps'

test('the page of a country says what it accepts and leads to the order', async ({ page }) => {
  await page.goto('/checkouts/countries/es/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    translate('permits:link', { country: 'Spain' }),
  )
  await expect(page.getByRole('main')).toContainText(
    'Spain accepts only printed permits, for 1 year.',
  )
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: translate('legal:toOrder') }).click()
  await stepPages(page).driver.expectShown()
})

test('there is no page of an unknown country', async ({ page, expectProblem }) => {
  expectProblem(/404 \(Not Found\)/)
  const response = await page.goto('/checkouts/countries/zz/')
  expect(response?.status()).toBe(404)
})
