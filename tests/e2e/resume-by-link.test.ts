import { createCheckoutAt } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { createGate } from '../support/gate'
import { translateEnglish as translate } from '../support/texts'
import { ana } from './pages/driver-details'
import { stepPages } from './pages/steps'

test('a link opens the order in another browser, where it was left', async ({
  product,
  openBrowser,
}) => {
  const token = await createCheckoutAt(product.origin, 'shipping')
  const page = await (await openBrowser()).newPage()
  const { driver, plan, payment } = stepPages(page)
  await page.goto(`/checkouts/?token=${token}`)
  await plan.expectShown()
  await driver.open()
  await driver.expectFilled()
  await payment.open()
  await plan.expectShown()
})

test('a link’s token leaves the address bar', async ({ page, product }) => {
  const token = await createCheckoutAt(product.origin, 'upload-photos')
  const { photos } = stepPages(page)
  await photos.open(`?token=${token}`)
  await photos.expectShown()
  expect(page.url()).not.toContain(token)
  expect(
    await page.evaluate(() => JSON.stringify([document.referrer, history.state])),
  ).not.toContain(token)
})

test('a link that opens nothing says so, and a new order begins', async ({ page }) => {
  const { driver } = stepPages(page)
  await page.goto(`/checkouts/?token=${'x'.repeat(43)}`)
  await expect(driver.heading).toBeVisible()
  await expect(page.getByText(translate('notice.link_expired'))).toBeVisible()
  await expect(driver.email).toHaveValue('')
})

test('a dead link takes nothing away from the order that is open', async ({ page, product }) => {
  const token = await createCheckoutAt(product.origin, 'upload-photos')
  const { driver, photos } = stepPages(page)
  await photos.open(`?token=${token}`)
  await driver.open(`?token=${'x'.repeat(43)}`)
  await expect(page.getByText(translate('notice.link_expired_own'))).toBeVisible()
  await expect(driver.email).toHaveValue(ana.email)
})

test('a link opened while a first visit still begins its order opens its own', async ({
  page,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'shipping')
  const { driver, plan } = stepPages(page)
  const [checkoutGate, linkGate] = [createGate(), createGate()]
  const responseGate = createGate()
  await page.route('**/backend/api/checkout/', async route => {
    // Its cookie is in the browser from here on, whatever becomes of the answer.
    const response = await route.fetch()
    checkoutGate.open()
    await linkGate.opened
    await route.fulfill({ response })
  })
  page.on('response', response => response.url().endsWith('/api/checkout/') && responseGate.open())
  page.on(
    'requestfailed',
    request => request.url().endsWith('/api/checkout/') && responseGate.open(),
  )
  // The link's cookie is set first, and then, where it is still awaited, that of the order just begun.
  await page.route(/\?token=/, async route => {
    const linkResponse = await route.fetch({ maxRedirects: 0 })
    const { 'set-cookie': _, ...headers } = linkResponse.headers()
    linkGate.open()
    await responseGate.opened
    await route.fulfill({ status: linkResponse.status(), headers })
  })
  await driver.open()
  await checkoutGate.opened
  await page.goto(`/checkouts/?token=${token}`)
  await plan.expectShown()
})

test('a browser whose order has expired is told so', async ({ page, context, product }) => {
  const { driver, payment } = stepPages(page)
  await context.addCookies([
    { name: 'userToken', value: 'x'.repeat(43), url: `${product.origin}/checkouts/` },
  ])
  await payment.open()
  await expect(driver.heading).toBeVisible()
  await expect(page.getByText(translate('notice.session_expired'))).toBeVisible()
})
