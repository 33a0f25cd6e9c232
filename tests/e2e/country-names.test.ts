import type { Page } from '@playwright/test'
import { createCheckoutAt } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { stepPages } from './pages/steps'

// A browser whose own data have another name for every country.
test.beforeEach(({ context }) =>
  context.addInitScript(() => {
    Intl.DisplayNames.prototype.of = code => `${code} of this browser`
  }),
)

/** Tracks the requests for tables of names from now on. */
function trackTables(page: Page) {
  const tables: string[] = []
  page.on('request', request => {
    const [table] = /\/countries\/.*/.exec(request.url()) ?? []
    if (table) tables.push(table)
  })
  return tables
}

test('a browser that names countries otherwise shows the names of the served page', async ({
  page,
  product,
}) => {
  const state = { destinations: ['tr'] }
  const token = await createCheckoutAt(product.origin, 'payment', { state })
  const { driver, review } = stepPages(page)
  const tables = trackTables(page)
  await driver.openOrder(token)
  await page.goto(review.address)
  await expect(page).toHaveURL(/review/)
  await expect(page.getByRole('main')).toContainText('Türkiye')
  await expect(page.getByRole('main')).not.toContainText('of this browser')
  await page.goto(driver.address)
  await driver.openSection('trip')
  await expect(driver.chosen).toContainText('Türkiye')
  await driver.addDestination('Japan')
  await expect(driver.chosen).toContainText('Japan')
  await expect(page.getByRole('main')).not.toContainText('of this browser')
  expect(tables).toEqual([])
})

test('a page that the browser renders itself loads all names once', async ({ page, product }) => {
  const token = await createCheckoutAt(product.origin, 'payment')
  const { driver, review } = stepPages(page)
  await driver.openOrder(token)
  await page.goto(review.address)
  const tables = trackTables(page)
  await review.change('driver').click()
  await expect(page.locator('select[name=license_issued] option').nth(200)).toBeAttached()
  await expect(page.locator('select[name=license_issued] option[value=tr]')).toHaveText('Türkiye')
  await driver.addDestination('Japan')
  await expect(driver.chosen).toContainText('Japan')
  expect(tables).toEqual(['/countries/en.json'])
})
