import { checkoutAt } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { closedGate } from '../support/gate'
import { english as say } from '../support/texts'
import { ana } from './pages/driver-details'
import { stepsIn } from './pages/steps'

test('a link opens the order in another browser, where it was left', async ({
  product,
  openBrowser,
}) => {
  const token = await checkoutAt(product.origin, 'shipping')
  const page = await (await openBrowser()).newPage()
  const { driver, plan, payment } = stepsIn(page)
  await page.goto(`/checkouts/?token=${token}`)
  await plan.isShown()
  await driver.open()
  await driver.isFilled()
  await payment.open()
  await plan.isShown()
})

test('a link’s token leaves the address bar', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'upload-photos')
  const { photos } = stepsIn(page)
  await photos.open(`?token=${token}`)
  await photos.isShown()
  expect(page.url()).not.toContain(token)
  expect(
    await page.evaluate(() => JSON.stringify([document.referrer, history.state])),
  ).not.toContain(token)
})

test('a link that opens nothing says so, and a new order begins', async ({ page }) => {
  const { driver } = stepsIn(page)
  await page.goto(`/checkouts/?token=${'x'.repeat(43)}`)
  await expect(driver.heading).toBeVisible()
  await expect(page.getByText(say('notice.link_expired'))).toBeVisible()
  await expect(driver.email).toHaveValue('')
})

test('a dead link takes nothing away from the order that is open', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'upload-photos')
  const { driver, photos } = stepsIn(page)
  await photos.open(`?token=${token}`)
  await driver.open(`?token=${'x'.repeat(43)}`)
  await expect(page.getByText(say('notice.link_expired_own'))).toBeVisible()
  await expect(driver.email).toHaveValue(ana.email)
})

test('a link opened while a first visit still begins its order opens its own', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'shipping')
  const { driver, plan } = stepsIn(page)
  const [answered, link] = [closedGate(), closedGate()]
  const begun = closedGate()
  await page.route('**/backend/api/checkout/', async route => {
    // Its cookie is in the browser from here on, whatever becomes of the answer.
    const response = await route.fetch()
    answered.open()
    await link.opened
    await route.fulfill({ response })
  })
  page.on('response', response => response.url().endsWith('/api/checkout/') && begun.open())
  page.on('requestfailed', request => request.url().endsWith('/api/checkout/') && begun.open())
  // The link's cookie is set first, and then, where it is still awaited, that of the order just begun.
  await page.route(/\?token=/, async route => {
    const answer = await route.fetch({ maxRedirects: 0 })
    const { 'set-cookie': _, ...headers } = answer.headers()
    link.open()
    await begun.opened
    await route.fulfill({ status: answer.status(), headers })
  })
  await driver.open()
  await answered.opened
  await page.goto(`/checkouts/?token=${token}`)
  await plan.isShown()
})

test('a browser whose order has expired is told so', async ({ page, context, product }) => {
  const { driver, payment } = stepsIn(page)
  await context.addCookies([
    { name: 'userToken', value: 'x'.repeat(43), url: `${product.origin}/checkouts/` },
  ])
  await payment.open()
  await expect(driver.heading).toBeVisible()
  await expect(page.getByText(say('notice.session_expired'))).toBeVisible()
})
