import { expect, test } from '../support/fixtures'
import { fetchMovements } from '../support/ledger'
import { createTranslate, translateEnglish } from '../support/texts'
import { express } from './pages/express'
import { cards } from './pages/payment'
import { parcel } from './pages/plan'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'
import { waitForToken } from './pages/token'

test('a link for the express checkout leads from two pages to a paid printed permit', async ({
  page,
  context,
  product,
}) => {
  const checkout = express(page)
  const { payment, thankYou } = stepPages(page)
  await page.goto('/checkouts/?simple-flow=1')
  await expect(page).toHaveURL(/\/express\/info\//)
  await waitUntilReady(page)
  await expect(checkout.bar).toContainText(`01 ${translateEnglish('steps.info.short')}`)
  // The driver's questions come one section at a time; nothing else is checked before.
  await checkout.continue.click()
  await expect(page.locator('#you h2')).toBeFocused()
  await expect(checkout.errorSummary).toBeHidden()
  await checkout.continue.click()
  await expect(checkout.errorSummary).toBeVisible()
  await expect(checkout.field('license_first_name')).toBeFocused()
  await checkout.fillDriver()
  // The plan and the delivery are asked for as soon as the driver is complete.
  await checkout.continue.click()
  await expect(page.locator('#permit h2')).toBeFocused()
  await checkout.continue.click()
  await expect(page.locator('#delivery h2')).toBeFocused()
  await expect(checkout.errorSummary).toBeHidden()
  await checkout.fillAddress()
  await expect(checkout.field('shipping_first_name')).toHaveValue('Ana')
  const token = await waitForToken(context)
  await checkout.continue.click()
  await checkout.expectPayment()
  await expect(checkout.bar).toContainText(`02 ${translateEnglish('steps.express-payment.short')}`)
  await payment.expectTotal('$81.10')
  await payment.payWith(cards.good, '$81.10')
  await thankYou.expectShown()
  expect(await fetchMovements(product, token)).toEqual([
    { kind: 'charge', amount: 8_110, currency: 'usd' },
  ])
})

test('express answers survive an open photo, a reload and going back', async ({
  page,
  expectProblem,
}) => {
  // A save sent while the page unloads can conflict with one in flight.
  expectProblem(/409 \(Conflict\)/)
  const checkout = express(page)
  const { photos } = stepPages(page)
  await checkout.open()
  await waitUntilReady(page)
  await checkout.fillDriver()
  await checkout.fillAddress()
  await checkout.chooseStandard()
  await checkout.openSection('photos')
  await photos.row('profile').click()
  await photos.expectOpen('profile')
  await expect(page).toHaveURL(/\/express\/info\/\?(simple-flow=1&)?doc=profile/)
  await checkout.expectFilled()
  await page.goBack()
  await expect(page).toHaveURL(/\/express\/info\/(\?simple-flow=1)?$/)
  await expect(photos.panel).toBeHidden()
  // The page is where the customer left it.
  await expect(photos.row('profile')).toBeInViewport()
  await expect(photos.row('profile')).toBeFocused()
  await checkout.expectFilled()
  await page.reload()
  await checkout.expectFilled()
  await expect(checkout.standard).toBeChecked()
  // What was answered is a row with its answers.
  await expect(checkout.row('you')).toContainText('ana@example.com')
  await expect(checkout.row('delivery')).toContainText(parcel.street)
  await checkout.continue.click()
  await expect(page.locator('#permit h2')).toBeFocused()
  await checkout.continue.click()
  await checkout.expectPayment()
  await page.reload()
  await checkout.expectPayment()
  await page.goBack()
  await checkout.expectInfo()
  await checkout.expectFilled()
  await page.goForward()
  await checkout.expectPayment()
  // Steps of the normal checkout redirect to their express page.
  await page.goto('/checkouts/v2/shipping/')
  await checkout.expectInfo()
  await page.goto('/checkouts/v2/payment/')
  await checkout.expectPayment()
})

test('the first express page is at most four screens of a phone, each part as it is asked', async ({
  page,
}) => {
  const checkout = express(page)
  const countScreens = () =>
    page.evaluate(() => document.documentElement.scrollHeight / window.innerHeight)
  await checkout.open()
  await waitUntilReady(page)
  expect(await countScreens()).toBeLessThan(4)
  await checkout.fillDriver()
  for (const section of ['permit', 'delivery']) {
    await checkout.continue.click()
    await expect(page.locator(`#${section} h2`)).toBeFocused()
    expect(await countScreens()).toBeLessThan(4)
  }
})

test.describe('in Arabic', () => {
  test.beforeEach(async ({ context, product }) => {
    await context.addCookies([
      { name: 'language', value: 'ar', url: `${product.origin}/checkouts/` },
    ])
  })

  test('the express checkout reads from right to left and sells a digital permit', async ({
    page,
  }) => {
    const translate = createTranslate('ar')
    const checkout = express(page, translate)
    const { payment, thankYou } = stepPages(page, translate)
    await checkout.open()
    await waitUntilReady(page)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await checkout.chooseDigital()
    await checkout.fillDriver()
    await checkout.continue.click()
    await checkout.expectPayment()
    await payment.fillCard(cards.good)
    await payment.terms.check()
    await page.getByRole('main').locator('button[type=submit]', { hasText: '44.10' }).click()
    await thankYou.expectShown()
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the express page is submitted as one form and comes back with its errors', async ({
    page,
    expectProblem,
  }) => {
    expectProblem(/422 \(Unprocessable Entity\)/)
    const checkout = express(page)
    await checkout.open()
    await checkout.fillDriver()
    await checkout.fillAddress()
    await checkout.field('email').fill('ana@')
    await checkout.continue.click()
    await expect(checkout.errorSummary).toContainText(
      translateEnglish('driver-issues:email.domain'),
    )
    await checkout.field('email').fill('ana@example.com')
    await checkout.expectFilled()
    await checkout.continue.click()
    await checkout.expectPayment()
    await checkout.openPayment()
    await checkout.expectPayment()
  })
})
