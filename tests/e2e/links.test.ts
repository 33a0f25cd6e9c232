import { createCheckoutAt, fetchCheckout } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { translateEnglish as translate } from '../support/texts'
import { ana } from './pages/driver-details'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'
import { waitForToken } from './pages/token'

const clicks = {
  gclid: 'a',
  gclsrc: 'b',
  sub2: 'c',
  offer_id: '1',
  aff_click_id: '2',
  affiliate_id: '3',
  source: '4',
  transaction_id: '5',
}

test('a link’s click ids and referral code are saved with the order, survive a reload, and leave the address', async ({
  page,
  context,
  product,
}) => {
  const { driver } = stepPages(page)
  const query = new URLSearchParams({ ...clicks, referralCode: 'ANNA', utm_source: 'mail' })
  await driver.open(`?${query}`)
  await expect(page).toHaveURL(`${driver.address}?utm_source=mail`)
  const token = await waitForToken(context)
  const saved = {
    gclid: 'a',
    voluum_cid: 'c',
    tune_offer_id: '1',
    tune_aff_click_id: '2',
    tune_affiliate_id: '3',
    tune_source: '4',
    tune_transaction_id: '5',
  }
  expect((await fetchCheckout(product.origin, token)).state).toMatchObject(saved)
  await driver.open('?gclid=&sub2=&utm_source=mail')
  await expect(page).toHaveURL(`${driver.address}?utm_source=mail`)
  expect((await fetchCheckout(product.origin, token)).state).toMatchObject(saved)
  const trackRequest = page.waitForRequest(request =>
    request.url().endsWith('/customers/track-event/'),
  )
  await driver.openSection('you')
  await driver.email.fill(ana.email)
  await driver.email.blur()
  expect((await trackRequest).postDataJSON()).toMatchObject({
    email: ana.email,
    referral_code: 'ANNA',
  })
})

test('unknown query parameters are passed from step to step', async ({ page, product }) => {
  const token = await createCheckoutAt(product.origin, 'shipping')
  const { photos, plan } = stepPages(page)
  await photos.openOrder(token, '?utm_source=mail&coupon=NONE')
  await waitUntilReady(page)
  await photos.addLater.click()
  await expect(page).toHaveURL(`${plan.address}?utm_source=mail`)
  await page.reload()
  await expect(page).toHaveURL(`${plan.address}?utm_source=mail`)
})

test('an affiliate network’s event is saved once and delays nothing', async ({
  page,
  context,
  expectProblem,
}) => {
  expectProblem(/Failed to load resource/)
  const { driver, photos } = stepPages(page)
  const calls: string[] = []
  page.on('request', request => {
    if (request.url().includes('set-cj-cookie')) calls.push(request.url())
  })
  await driver.open('?cjevent=XYZ')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(page).toHaveURL(driver.address)
  await expect
    .poll(async () => (await context.cookies()).find(({ name }) => name === 'cje')?.value)
    .toBe('XYZ')
  await page.reload()
  await page.getByRole('heading', { level: 1 }).click()
  expect(calls).toHaveLength(1)

  // An invalid event also leaves the address and is not stored.
  await driver.open('?cjevent=ana%40example.com')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(page).toHaveURL(driver.address)
  expect(calls).toHaveLength(1)

  await page.route('**/set-cj-cookie/**', route => route.abort())
  await driver.open('?cjevent=ABC')
  await driver.fill()
  await driver.continue.click()
  await photos.expectShown()
  expect(calls).toHaveLength(2)
})

test('a renewal link prefills the known answers for review', async ({ page, context, product }) => {
  const { driver, photos, payment, thankYou } = stepPages(page)
  const token = await createCheckoutAt(product.origin, 'payment', {
    digital: true,
    state: { coupon: { name: 'FULL100' } },
  })
  await payment.openOrder(token)
  await waitUntilReady(page)
  await payment.terms.check()
  await page.getByRole('button', { name: translate('payment:placeOrder') }).click()
  await thankYou.expectShown()

  await page.goto(`/checkouts/?renewal=1&token=${token}`)
  await expect(driver.heading).toBeVisible()
  await expect(page.getByText(translate('notice.renewed'))).toBeVisible()
  await expectNoAxeViolations(page)
  await driver.expectFilled()
  await driver.continue.click()
  await photos.expectShown()
  expect(await waitForToken(context)).not.toBe(token)
})

test('an older address redirects to its step with its query', async ({ page }) => {
  const { driver } = stepPages(page)
  for (const legacyPath of ['/checkouts-new/select-idp/', '/checkouts/driver-details/']) {
    await page.goto(`${legacyPath}?utm_source=mail`)
    await expect(page).toHaveURL(`${driver.address}?utm_source=mail`)
    await expect(driver.heading).toBeVisible()
  }
})
