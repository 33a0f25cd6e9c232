import { createCheckoutAt, fetchCheckout } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { createGate } from '../support/gate'
import { translateEnglish as translate } from '../support/texts'
import { ana } from './pages/driver-details'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'
import { readToken, waitForToken } from './pages/token'

test('a link asks in another browser whether to open the order, and opens it at its step', async ({
  product,
  openBrowser,
}) => {
  const token = await createCheckoutAt(product.origin, 'shipping')
  const context = await openBrowser()
  const page = await context.newPage()
  const { driver, plan, payment } = stepPages(page)
  await page.goto(`/checkouts/?token=${token}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(translate('open-order:title'))
  await expect(page).toHaveTitle(new RegExp(translate('open-order:title')))
  await expect(page.getByText('a***@example.com')).toBeVisible()
  await expectNoAxeViolations(page)
  expect(page.url()).not.toContain(token)
  expect(await page.content()).not.toMatch(new RegExp(`${token}|${ana.email}`))
  expect(await readToken(context)).toBe('')
  await page.getByRole('button', { name: translate('open-order:open') }).click()
  await plan.expectShown()
  await driver.open()
  await driver.expectFilled()
  await payment.open()
  await plan.expectShown()
  expect(
    await page.evaluate(() => JSON.stringify([document.referrer, history.state])),
  ).not.toContain(token)
})

test('a customer who is sent another order’s link starts an order that its sender cannot read', async ({
  page,
  context,
  product,
}) => {
  const sent = await createCheckoutAt(product.origin, 'driver-details')
  const { driver } = stepPages(page)
  await driver.open(`?token=${sent}&utm_source=mail`)
  await waitUntilReady(page)
  // The first interaction starts what waits for one.
  await page.getByRole('heading', { level: 1 }).click()
  await page.getByRole('button', { name: translate('open-order:own') }).click()
  await expect(page).toHaveURL(`${driver.address}?utm_source=mail`)
  await driver.openSection('you')
  await driver.email.fill('kari@example.com')
  const token = await waitForToken(context)
  expect(token).not.toBe(sent)
  expect((await fetchCheckout(product.origin, sent)).state.customer.email).toBe('')
})

test('a customer with an order in progress goes on with it, or opens the link’s', async ({
  page,
  context,
  product,
}) => {
  const [own, sent] = [
    await createCheckoutAt(product.origin, 'shipping'),
    await createCheckoutAt(product.origin, 'upload-photos'),
  ]
  const { photos, plan } = stepPages(page)
  await plan.openOrder(own)
  await photos.open(`?token=${sent}`)
  await page.getByRole('button', { name: translate('open-order:keep') }).click()
  await plan.expectShown()
  expect(await readToken(context)).toBe(own)
  await photos.open(`?token=${sent}`)
  await page.getByRole('button', { name: translate('open-order:open') }).click()
  await photos.expectShown()
  expect(await readToken(context)).toBe(sent)
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
  await photos.openOrder(token)
  await driver.open(`?token=${'x'.repeat(43)}`)
  await expect(page.getByText(translate('notice.link_expired_own'))).toBeVisible()
  await expect(driver.email).toHaveValue(ana.email)
})

test('a link opened while a first visit is still creating its order offers the link’s order', async ({
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
  await page.getByRole('button', { name: translate('open-order:open') }).click()
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
