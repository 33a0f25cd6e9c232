import { checkoutOf } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { closedGate } from '../support/gate'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'
import { savedToken } from './pages/token'

test('what is typed before the scripts arrive is kept and saved', async ({
  page,
  context,
  product,
}) => {
  const scripts = closedGate()
  await page.route('**/_next/static/**/*.js', async route => {
    await scripts.opened
    await route.continue()
  })
  const { driver, photos } = stepsIn(page)
  await page.goto(driver.address, { waitUntil: 'commit' })
  await driver.fill()
  await driver.openList()
  await driver.destinations.selectOption('it')

  scripts.open()
  await isReady(page)
  await driver.isFilled()
  await expect(driver.destinations).toHaveValues(['it'])
  const token = await savedToken(context)
  await expect
    .poll(async () => (await checkoutOf(product.origin, token)).state)
    .toMatchObject({
      destinations: ['it'],
      customer: { email: 'ana@example.com', date_of_birth: '1991-03-14', b_passenger_car: true },
    })
  await driver.continue.click()
  await photos.isShown()
})

test('Continue works before the scripts arrive', async ({ page }) => {
  await page.route('**/_next/static/**/*.js', () => undefined)
  const { driver, photos } = stepsIn(page)
  await page.goto(driver.address, { waitUntil: 'commit' })
  await driver.fill()
  await driver.continue.click({ noWaitAfter: true })
  await photos.isShown()
})
