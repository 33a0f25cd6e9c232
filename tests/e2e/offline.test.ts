import { createCheckoutAt, fetchCheckout } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { translateEnglish as translate } from '../support/texts'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'

test.beforeEach(({ expectProblem }) => {
  expectProblem(/net::ERR_INTERNET_DISCONNECTED/)
})

test('typed answers wait while offline, show that, and are saved when online', async ({
  page,
  context,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'driver-details')
  const { driver, photos } = stepPages(page)
  await driver.openOrder(token)
  await waitUntilReady(page)
  await context.setOffline(true)
  const offlineNotice = page.getByText(translate('notice.offline'))
  await expect(offlineNotice).toBeInViewport()
  await driver.fill()
  await expect(offlineNotice).toBeInViewport()
  await driver.openSection('you')
  await driver.firstName.focus()
  await driver.continue.click()
  const waitingNotice = page.getByText(translate('errors.waiting'))
  await expect(waitingNotice).toBeInViewport()

  // The retry needs no input.
  await context.setOffline(false)
  await photos.expectShown()
  await expect(offlineNotice).toBeHidden()
  expect((await fetchCheckout(product.origin, token)).state.customer).toMatchObject({
    email: 'ana@example.com',
    date_of_birth: '1991-03-14',
    height: '170',
  })
})

test('a section that is closed without a network shows its answers', async ({ page, context }) => {
  const { driver } = stepPages(page)
  await driver.open()
  await waitUntilReady(page)
  const loaded = page.waitForEvent('requestfinished', request =>
    request.url().includes('/chunks/answers.'),
  )
  await driver.issued.focus()
  await loaded
  await context.setOffline(true)
  await driver.continue.click()
  await expect(driver.row('trip')).toContainText('United States')
})

test('Continue waits while offline, shows that, and continues when online', async ({
  page,
  context,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'shipping')
  const { plan, review } = stepPages(page)
  await plan.openOrder(token)
  await waitUntilReady(page)
  await plan.fillAddress()
  await context.setOffline(true)
  await plan.firstName.fill('Maria')
  await plan.continue.click()
  await expect(page.getByText(translate('errors.waiting'))).toBeInViewport()
  await plan.expectAddress()

  await context.setOffline(false)
  await review.expectShown()
  await expect(page.getByRole('main')).toContainText('Maria')
})

test('unsaved answers survive a closed tab', async ({ page, context, product }) => {
  const token = await createCheckoutAt(product.origin, 'driver-details')
  const { driver } = stepPages(page)
  await driver.openOrder(token)
  await waitUntilReady(page)
  await driver.openSection('you')
  await context.setOffline(true)
  await driver.openSection('you')
  await driver.email.fill('ana@example.com')
  await expect(page.getByText(translate('notice.offline'))).toBeVisible()
  await page.close()

  await context.setOffline(false)
  const reopenedPage = await context.newPage()
  await stepPages(reopenedPage).driver.open()
  await expect
    .poll(async () => (await fetchCheckout(product.origin, token)).state.customer.email)
    .toBe('ana@example.com')
})

test('answers are saved although the code that saves could not be loaded at first', async ({
  page,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'driver-details')
  const { driver, photos } = stepPages(page)
  const callsCode = '**/chunks/calls.*'
  await page.route(callsCode, route => route.abort('internetdisconnected'))
  await driver.openOrder(token)
  await waitUntilReady(page)
  await driver.fill()
  await driver.continue.click()
  await expect(page.getByText(translate('errors.waiting'))).toBeInViewport()
  await driver.expectShown()

  await page.unroute(callsCode)
  await photos.expectShown()
  expect((await fetchCheckout(product.origin, token)).state.customer).toMatchObject({
    email: 'ana@example.com',
  })
})
