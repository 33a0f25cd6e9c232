import { fetchCheckout } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { createGate } from '../support/gate'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'
import { waitForToken } from './pages/token'

test('text typed before the scripts load stays and is saved', async ({
  page,
  context,
  product,
}) => {
  const scriptsGate = createGate()
  await page.route('**/_next/static/**/*.js', async route => {
    await scriptsGate.opened
    await route.continue()
  })
  const { driver, photos } = stepPages(page)
  await page.goto(driver.address, { waitUntil: 'commit' })
  await driver.fill()
  await driver.openList()
  await driver.destinations.selectOption('it')

  scriptsGate.open()
  await waitUntilReady(page)
  await driver.expectFilled()
  await expect(driver.destinations).toHaveValues(['it'])
  const token = await waitForToken(context)
  await expect
    .poll(async () => (await fetchCheckout(product.origin, token)).state)
    .toMatchObject({
      destinations: ['it'],
      customer: { email: 'ana@example.com', date_of_birth: '1991-03-14', b_passenger_car: true },
    })
  await driver.continue.click()
  await photos.expectShown()
})

test('Continue works before the scripts load', async ({ page }) => {
  await page.route('**/_next/static/**/*.js', () => undefined)
  const { driver, photos } = stepPages(page)
  await page.goto(driver.address, { waitUntil: 'commit' })
  await driver.fill()
  await driver.continue.click({ noWaitAfter: true })
  await photos.expectShown()
})

test('Continue before the scripts load asks the next questions without an error', async ({
  page,
  expectProblem,
}) => {
  expectProblem(/422 \(Unprocessable Entity\)/)
  await page.route('**/_next/static/**/*.js', () => undefined)
  const { driver } = stepPages(page)
  await page.goto(driver.address, { waitUntil: 'commit' })
  await driver.continue.click({ noWaitAfter: true })
  await expect(driver.row('trip')).toBeVisible()
  await expect(driver.firstName).toBeVisible()
  await expect(driver.errorSummary).toBeHidden()
  await driver.firstName.fill('Ana')
  await driver.continue.click({ noWaitAfter: true })
  await expect(driver.errorSummary).toContainText(driver.issue('email.missing'))
})
