import { createCheckoutAt } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { createGate } from '../support/gate'
import { translateEnglish as translate } from '../support/texts'
import { ana } from './pages/driver-details'
import { stepPages } from './pages/steps'

test('a link opens the order in another browser at its step', async ({ product, openBrowser }) => {
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

test('a link with an unknown token shows a notice, and a new order starts', async ({ page }) => {
  const { driver } = stepPages(page)
  await page.goto(`/checkouts/?token=${'x'.repeat(43)}`)
  await expect(driver.heading).toBeVisible()
  await expect(page.getByText(translate('notice.link_expired'))).toBeVisible()
  await expect(driver.email).toHaveValue('')
})

test('a dead link leaves the browser’s open order unchanged', async ({ page, product }) => {
  const token = await createCheckoutAt(product.origin, 'upload-photos')
  const { driver, photos } = stepPages(page)
  await photos.open(`?token=${token}`)
  await driver.open(`?token=${'x'.repeat(43)}`)
  await expect(page.getByText(translate('notice.link_expired_own'))).toBeVisible()
  await expect(driver.email).toHaveValue(ana.email)
})

test('a link opened while a first visit is still creating its order opens the link’s order', async ({
  page,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'shipping')
  const { driver, plan } = stepPages(page)
  const [checkoutGate, linkGate] = [createGate(), createGate()]
  const responseGate = createGate()
  await page.route('**/backend/api/checkout/', async route => {
    // The response sets the cookie here, whether or not the page reads it.
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
  // The fetch sets the link's cookie; the new order's response, if still awaited, sets its own
  // after it.
  await page.route(/\?token=/, async route => {
    const linkResponse = await route.fetch({ maxRedirects: 0 })
    const { 'set-cookie': _, ...headers } = linkResponse.headers()
    linkGate.open()
    await responseGate.opened
    await route.fulfill({ status: linkResponse.status(), headers })
  })
  await driver.open()
  await checkoutGate.opened
  // Navigated by the page: for a navigation from outside, the browser waits for `beforeunload` only
  // so long, and a page that is busy for longer aborts its request too late.
  await page.evaluate(address => location.assign(address), `/checkouts/?token=${token}`)
  await plan.expectShown()
})

test('a browser whose order has expired shows a notice', async ({ page, context, product }) => {
  const { driver, payment } = stepPages(page)
  await context.addCookies([
    { name: 'userToken', value: 'x'.repeat(43), url: `${product.origin}/checkouts/` },
  ])
  await payment.open()
  await expect(driver.heading).toBeVisible()
  await expect(page.getByText(translate('notice.session_expired'))).toBeVisible()
})
