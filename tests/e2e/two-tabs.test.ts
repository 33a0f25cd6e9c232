import { createCheckoutAt, fetchCheckout } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'
import { fetchMovements } from '../support/ledger'
import { createTranslate, translateEnglish as translate } from '../support/texts'
import { cards } from './pages/payment'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'

test('answers given in one tab show in the other, and all are saved', async ({
  page,
  context,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'driver-details')
  const first = stepPages(page).driver
  await first.openOrder(token)
  const secondPage = await context.newPage()
  const second = stepPages(secondPage).driver
  await second.open()
  await waitUntilReady(page)
  await waitUntilReady(secondPage)

  for (const tab of [first, second]) await tab.openSection('you')
  await first.email.fill('ana@example.com')
  await expect
    .poll(async () => (await fetchCheckout(product.origin, token)).state.customer.email)
    .toBe('ana@example.com')
  await expect(second.email).toHaveValue('ana@example.com')
  await second.firstName.fill('Ana')
  await expect
    .poll(async () => (await fetchCheckout(product.origin, token)).state.customer)
    .toMatchObject({ email: 'ana@example.com', license_first_name: 'Ana' })

  await first.fill()
  await first.continue.click()
  await stepPages(page).photos.expectShown()
  await expect(secondPage.getByText(translate('driver-details:ahead'))).toBeVisible()
  await secondPage.getByRole('link', { name: translate('driver-details:continue') }).click()
  await stepPages(secondPage).photos.expectShown()
})

test('a language chosen in one tab applies to the next page of the other, with its direction', async ({
  page,
  context,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'review')
  const { plan } = stepPages(page)
  await plan.openOrder(token)
  await waitUntilReady(page)
  const url = `${product.origin}/checkouts/`
  await context.addCookies([{ name: 'language', value: 'ar', url }])
  await plan.continue.click()
  await stepPages(page, createTranslate('ar')).review.expectShown()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
})

test('a plan change in one tab is refused while the other pays: the agreed price is charged, and both show the receipt', async ({
  page,
  context,
  product,
  expectProblem,
}) => {
  expectProblem(/409 \(Conflict\)/)
  const token = await createCheckoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepPages(page)
  await payment.openOrder(token)
  await payment.payWith(cards.asksBank, '$49')
  await payment.bank.waitForChallenge()

  const otherPage = await context.newPage()
  const otherSteps = stepPages(otherPage)
  await otherSteps.plan.open()
  await waitUntilReady(otherPage)
  await otherSteps.plan.years(1).check()
  await expect(otherSteps.plan.heldNotice).toBeInViewport()
  await expect(otherSteps.plan.changeAnyway).toBeInViewport()
  await otherSteps.plan.expectTotal('$49')
  await expect(otherSteps.plan.years(3)).toBeChecked()
  await payment.bank.accept()
  await thankYou.expectShown()

  // The tab may already show the receipt; then there is no plan to choose.
  await otherPage.evaluate(() =>
    document.querySelector<HTMLInputElement>('[name=plan_digital]:not(:checked)')?.click(),
  )
  await otherSteps.thankYou.expectShown()
  expect(await fetchMovements(product, token)).toEqual([
    { kind: 'charge', amount: 4_900, currency: 'usd' },
  ])
})

test('a total that another tab has changed is named on the payment page, until it is paid', async ({
  page,
  context,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepPages(page)
  await payment.openOrder(token)
  await waitUntilReady(page)
  const otherPage = await context.newPage()
  const otherSteps = stepPages(otherPage)
  await otherSteps.plan.open()
  await waitUntilReady(otherPage)
  await otherSteps.plan.years(1).check()
  await expect(page.getByText(translate('save.elsewhere'))).toBeVisible()
  await payment.payWith(cards.good, '$29')
  await thankYou.expectShown()
  await expect(page.getByText(translate('save.elsewhere'))).toBeHidden()
})

test('pressing Pay twice in two tabs charges once, and both show the receipt', async ({
  page,
  context,
  product,
  expectProblem,
}) => {
  // The slower tab may be refused with a 409, which the browser logs.
  expectProblem(/409 \(Conflict\)/)
  const token = await createCheckoutAt(product.origin, 'payment', { digital: true })
  const tabs = [stepPages(page), stepPages(await context.newPage())]
  for (const { payment } of tabs) {
    await payment.openOrder(token)
    await payment.fillCard(cards.good)
    await payment.terms.check()
  }
  await Promise.all(tabs.map(({ payment }) => payment.pay('$49').dblclick()))
  for (const { thankYou } of tabs) await thankYou.expectShown()
  expect(await fetchMovements(product, token)).toEqual([
    { kind: 'charge', amount: 4_900, currency: 'usd' },
  ])
})
