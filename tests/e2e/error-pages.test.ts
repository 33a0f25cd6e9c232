import { english as crashTexts } from '@/features/error-pages/english'
import { createCheckoutAt } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { translateEnglish as translate } from '../support/texts'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'
import { openSummary } from './pages/summary'
import { readToken, waitForToken } from './pages/token'

test('an unknown address shows the not-found page with a link back to the order, which gets the coupon', async ({
  page,
  product,
  expectProblem,
}) => {
  expectProblem(/404 \(Not Found\)/)
  const token = await createCheckoutAt(product.origin, 'shipping')
  const { photos, plan } = stepPages(page)
  await photos.openOrder(token)
  const response = await page.goto('/checkouts/v2/no-such-step/?coupon=take50')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(translate('not-found:title'))
  await expect(page).toHaveTitle(new RegExp(translate('not-found:title')))
  await page.getByRole('link', { name: translate('not-found:order') }).click()
  await plan.expectShown()
  await expect((await openSummary(page)).coupon('take50')).toBeVisible()
  await page.keyboard.press('Escape')
})

test('an unknown address begins no order; the order begun from it shows the coupon of its link', async ({
  page,
  context,
  expectProblem,
}) => {
  expectProblem(/404 \(Not Found\)/)
  const { driver } = stepPages(page)
  await page.goto('/checkouts/nowhere/?coupon=take50')
  await waitUntilReady(page)
  // The first interaction starts everything that waits for one.
  await page.getByRole('heading', { level: 1 }).click()
  await expect(page).toHaveTitle(new RegExp(translate('not-found:title')))
  await page.getByRole('link', { name: translate('not-found:restart') }).click()
  await expect(driver.heading).toBeVisible()
  await expect((await openSummary(page)).coupon('take50')).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await readToken(context)).toBe('')
  await driver.openSection('you')
  await driver.email.fill('ana@example.com')
  const token = await waitForToken(context)
  const response = await page.request.get(`/checkouts/backend/api/checkout/${token}/`)
  expect((await response.json()).state.coupon).toMatchObject({ name: 'take50' })
  await driver.expectShown()
})

test('a new order can be started from an unknown address', async ({
  page,
  context,
  product,
  expectProblem,
}) => {
  expectProblem(/404 \(Not Found\)/)
  const token = await createCheckoutAt(product.origin, 'shipping')
  const { driver, photos } = stepPages(page)
  await photos.openOrder(token)
  await page.goto('/checkouts/nowhere/?coupon=take50')
  await page.getByRole('button', { name: translate('not-found:restart') }).click()
  await driver.expectShown()
  await expect((await openSummary(page)).coupon('take50')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(driver.email).toHaveValue('')
  expect(await readToken(context)).not.toBe(token)
})

test('a page that fails shows the error screen, and retrying keeps the saved answers', async ({
  page,
  product,
  expectProblem,
}) => {
  expectProblem(/./)
  const { crash } = crashTexts
  const token = await createCheckoutAt(product.origin, 'shipping')
  const { driver, photos, plan } = stepPages(page)
  await photos.openOrder(token)
  // Page data that no server of ours would send; rendering it throws.
  await page.route('**/_next/data/**/shipping.json*', async route => {
    const response = await route.fetch()
    const { pageProps, ...otherProps } = await response.json()
    const checkout = {
      ...pageProps.checkout,
      state: { ...pageProps.checkout.state, productList: null },
    }
    await route.fulfill({
      response,
      json: { pageProps: { ...pageProps, checkout }, ...otherProps },
    })
  })
  // On a busy machine the router may load the whole page instead, which does not fail; then the
  // test retries.
  await expect(async () => {
    await photos.open()
    await waitUntilReady(page)
    await photos.addLater.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(crash.title)
  }).toPass()
  await expect(page.getByText(crash.text)).toBeVisible()
  await expectNoAxeViolations(page)

  await page.unroute('**/_next/data/**/shipping.json*')
  await page.reload()
  await plan.expectShown()
  await driver.open()
  await driver.expectFilled()
})

test('Reload Page on the error screen starts a new order', async ({
  page,
  context,
  product,
  expectProblem,
}) => {
  expectProblem(/./)
  const token = await createCheckoutAt(product.origin, 'shipping')
  const { driver, photos } = stepPages(page)
  await photos.openOrder(token)
  await waitUntilReady(page)
  await page.route('**/_next/data/**/shipping.json*', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { pageProps: { checkout: {} }, __N_SSP: true } })
  })
  await photos.addLater.click()
  await page.getByRole('button', { name: crashTexts.crash.reload }).click()
  await driver.expectShown()
  await expect(driver.email).toHaveValue('')
  expect(await readToken(context)).not.toBe(token)
})
