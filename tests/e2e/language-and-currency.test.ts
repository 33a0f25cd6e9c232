import type { Page } from '@playwright/test'
import { createCheckoutAt, fetchCheckout } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { fetchMovements } from '../support/ledger'
import { createTranslate, translateEnglish as translate } from '../support/texts'
import { cards } from './pages/payment'
import { preferences } from './pages/preferences'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'
import { notSaved, orderSummary } from './pages/summary'
import { waitForToken } from './pages/token'

/** Urgent processing and a travel wallet on top of the plan: $132. */
const fullOrder = {
  urgent: { selected: true, is_skip: false },
  travelItemsInCart: [{ item_id: 1, quantity: 1 }],
}

/** All prices on the page except in the currency receipt, which also shows the old ones. */
async function readPrices(page: Page): Promise<string[]> {
  const pageTexts = await page.locator('main, aside').evaluateAll(parts =>
    parts.map(part => {
      const copy = part.cloneNode(true) as Element
      for (const receipt of copy.querySelectorAll('[role=group]')) receipt.remove()
      return copy.textContent
    }),
  )
  return pageTexts.join(' ').match(/[$€¥]\s?[\d.,]*\d/g) ?? []
}

/** Marks the document; a full page load removes the mark. */
const markPage = (page: Page) => page.evaluate(() => document.body.setAttribute('data-mark', ''))
const expectSamePage = (page: Page) => expect(page.locator('body')).toHaveAttribute('data-mark', '')

const savePattern = '**/backend/api/checkout/*/'

test('in yen every price is whole, and the recomputed total is the amount charged', async ({
  page,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'review')
  const { plan, review, payment, thankYou } = stepPages(page)
  await plan.openOrder(token)
  await waitUntilReady(page)
  await markPage(page)
  const { button, choose } = preferences(page)
  await choose('JPY')

  await plan.expectTotal('¥13,300')
  await expectSamePage(page)
  await expect(button).toContainText('JPY')
  for (const step of [plan, review]) {
    await step.expectShown()
    await expect.poll(() => readPrices(page)).toContain('¥2,900')
    const prices = await readPrices(page)
    expect(prices).toContain('¥13,300')
    expect(prices.filter(price => !/^¥\d{1,3}(,\d{3})*$/.test(price))).toEqual([])
    await step.continue.click()
  }
  await payment.payWith(cards.good, '¥13,300')
  await thankYou.expectShown()
  await expect(page.getByText('¥13,300').first()).toBeVisible()
  expect(await fetchMovements(product, token)).toEqual([
    { kind: 'charge', amount: 13_300, currency: 'jpy' },
  ])
})

test('a currency chosen by keyboard updates every price in place and shows the old ones until dismissed', async ({
  page,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'review', { state: fullOrder })
  const { photos, review } = stepPages(page)
  await review.openOrder(token)
  await waitUntilReady(page)
  await markPage(page)
  const { button, dialog, receipt } = preferences(page)
  const euros = dialog.getByRole('radio', { name: 'EUR' })
  const chooseEuros = async () => {
    await button.focus()
    await page.keyboard.press('Enter')
    await dialog.getByRole('radio', { name: 'USD' }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(euros).toBeChecked()
  }
  await chooseEuros()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  // The browser closes the dialog before the page gets the event.
  await expect(page.locator('dialog input')).toHaveCount(0)
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await expect(button).toContainText('USD')
  expect((await fetchCheckout(product.origin, token)).currency).toBe('USD')

  await chooseEuros()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await review.expectTotal('€123')
  await expectSamePage(page)
  const lines = receipt('EUR').getByRole('definition')
  await expect(lines).toHaveText([
    /was \$69 → now €65/,
    /was \$25 → now €23/,
    /was \$19 → now €17/,
    /was \$19 → now €18/,
    /was \$132 → now €123/,
  ])
  await expect(receipt('EUR').getByText('€123')).toBeInViewport()
  expect((await readPrices(page)).filter(price => !price.startsWith('€'))).toEqual([])
  await expectNoAxeViolations(page)

  await receipt('EUR')
    .getByRole('button', { name: translate('currency.close') })
    .click()
  await expect(receipt('EUR')).toBeHidden()
  await expect(review.heading).toBeFocused()
  await page.reload()
  await review.expectShown()
  await expect(receipt('EUR')).toBeHidden()
  await photos.open()
  await photos.expectShown()
  await expect(receipt('EUR')).toBeHidden()
})

test('offline, prices stay with a reason beside each, and the change completes when online', async ({
  page,
  context,
  product,
  expectProblem,
}) => {
  expectProblem(/net::ERR_(INTERNET_DISCONNECTED|FAILED)/)
  const token = await createCheckoutAt(product.origin, 'review', { state: fullOrder })
  const { review } = stepPages(page)
  await review.openOrder(token)
  await waitUntilReady(page)
  await markPage(page)
  const { dialog, button, apply, notice, retry } = preferences(page)
  await context.setOffline(true)
  await button.click()
  await expect(page.getByText(translate('preferences.offline'))).toBeVisible()
  await expectSamePage(page)
  await expectNoAxeViolations(page)
  await context.setOffline(false)
  await button.click()
  await expect(dialog).toBeVisible()

  await dialog.getByRole('radio', { name: 'EUR' }).check()
  await context.setOffline(true)
  await apply.click()
  await expect(notice).toHaveText(translate('preferences.offline'))
  await expectNoAxeViolations(page)
  expect((await readPrices(page)).filter(price => !price.startsWith('$'))).toEqual([])
  await context.setOffline(false)
  await retry.click()
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await review.expectTotal('€123')
  await expectSamePage(page)

  // A save that the network drops is reported once, near the focus.
  const pressed = page.locator('html[data-pressed]')
  await page.route(savePattern, async route =>
    (await pressed.count()) === 0 ? route.abort() : route.continue(),
  )
  await orderSummary(page).removeUrgent.click()
  const failed = notSaved(page, 'failed')
  await expect(failed.alertBox).toBeVisible()
  const title = page.getByText(translate('notSaved.failed.title')).filter({ visible: true })
  await expect(title).toHaveCount(1)
  await expectNoAxeViolations(page)
  // The network is back when the button is pressed: an automatic save before would remove it.
  await page.evaluate(() =>
    document.addEventListener(
      'click',
      () => document.documentElement.toggleAttribute('data-pressed'),
      {
        capture: true,
        once: true,
      },
    ),
  )
  await failed.retry.click()
  await expect(failed.alertBox).toBeHidden()
  await review.expectTotal('€100')
  const { state } = await fetchCheckout(product.origin, token)
  expect(state.urgent.selected).toBe(false)
})

test('the currency is locked while the bank has a payment, and can change once it is cancelled', async ({
  page,
  context,
  product,
  expectProblem,
}) => {
  expectProblem(/409 \(Conflict\)/)
  const token = await createCheckoutAt(product.origin, 'payment', { digital: true })
  const { payment } = stepPages(page)
  await payment.openOrder(token)
  await payment.payWith(cards.asksBank, '$49')
  await payment.bank.waitForChallenge()

  const otherPage = await context.newPage()
  const { review } = stepPages(otherPage)
  await review.open()
  await waitUntilReady(otherPage)
  const { choose, dialog, notice } = preferences(otherPage)
  await choose('EUR')
  await expect(notice).toContainText(translate('notSaved.held.title'))
  expect((await fetchCheckout(product.origin, token)).quote).toMatchObject({ total: 49 })

  await payment.bank.refuse()
  await expect(payment.pay('$49')).toBeEnabled()
  await dialog.getByRole('button', { name: translate('notSaved.held.again') }).click()
  await expect(dialog).toBeHidden()
  await expect(payment.pay('€45')).toBeVisible()
})

test('a card already typed stays and is charged in the new currency', async ({ page, product }) => {
  const token = await createCheckoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepPages(page)
  await payment.openOrder(token)
  await payment.fillCard(cards.good)
  await payment.terms.check()
  await preferences(page).choose('PLN')
  await payment.pay('PLN 189').click()
  await thankYou.expectShown()
  expect(await fetchMovements(product, token)).toEqual([
    { kind: 'charge', amount: 18_900, currency: 'pln' },
  ])
})

test('two tabs that choose concurrently end with one price', async ({ page, context, product }) => {
  const token = await createCheckoutAt(product.origin, 'review')
  const tabs = [page, await context.newPage()]
  for (const tab of tabs) {
    await stepPages(tab).review.openOrder(token)
    await waitUntilReady(tab)
  }
  const currencies = ['EUR', 'JPY']
  await Promise.all(tabs.map((tab, index) => preferences(tab).choose(currencies[index] ?? '')))
  for (const tab of tabs) await expect(preferences(tab).dialog).toBeHidden()
  const { currency } = await fetchCheckout(product.origin, token)
  for (const tab of tabs)
    await stepPages(tab).review.expectTotal(currency === 'EUR' ? '€82' : '¥13,300')
})

test('a language and a currency chosen together apply to the same page and query', async ({
  page,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'review')
  const { review } = stepPages(page)
  await review.openOrder(token)
  await review.open('?from=newsletter')
  await waitUntilReady(page)
  await preferences(page).choose('JPY', 'Arabic')
  const arabic = createTranslate('ar')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(arabic('steps.review.heading'))
  await expect(page).toHaveURL(/\/v2\/review\/\?from=newsletter$/)
  // A code in Latin letters would break a line that is read from right to left.
  const yen = new Intl.DisplayNames('ar', { type: 'currency' }).of('JPY')
  await expect(preferences(page, arabic).receipt(String(yen))).toBeVisible()
  await expect(preferences(page, arabic).button).toBeFocused()
  await expectNoAxeViolations(page)
  expect((await fetchCheckout(product.origin, token)).state).toMatchObject({
    language: 'ar',
    langData: { from_value: 'en', to_value: 'ar' },
    currency: 'JPY',
    currencyData: { from_value: 'USD', to_value: 'JPY' },
  })
  await page.goBack()
  await expect(page).not.toHaveURL(/newsletter/)
})

test('a currency chosen before the first answer applies to that order and to one opened by a link', async ({
  page,
  context,
  product,
  expectProblem,
}) => {
  // A save sent while the page unloads can conflict with one in flight.
  expectProblem(/409 \(Conflict\)/)
  const { driver, review } = stepPages(page)
  await driver.open()
  await waitUntilReady(page)
  const { choose, button, receipt } = preferences(page)
  await choose('EUR')
  await expect(button).toContainText('EUR')
  await driver.openSection('you')
  await driver.email.fill('ana@example.com')
  await page.reload()
  await expect(button).toContainText('EUR')
  expect((await readPrices(page)).filter(price => price.startsWith('€')).length).toBeGreaterThan(0)

  // The first page begins an order, whose cookie would replace the next one.
  await waitForToken(context)
  const token = await createCheckoutAt(product.origin, 'review', { state: fullOrder })
  await review.openOrder(token)
  await review.expectShown()
  await expect(receipt('EUR')).toBeVisible()
  expect((await fetchCheckout(product.origin, token)).currency).toBe('EUR')

  // A change of the order hides the comparison.
  await waitUntilReady(page)
  await review.standard.check()
  await expect(receipt('EUR')).toBeHidden()
  await review.expectTotal('€100')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the currency is chosen on its own page, and its receipt is shown', async ({
    page,
    product,
  }) => {
    const token = await createCheckoutAt(product.origin, 'review')
    const { review } = stepPages(page)
    await review.openOrder(token)
    await page.getByRole('button', { name: translate('preferences.buttonLabel') }).click()
    await page.getByRole('radio', { name: 'JPY' }).check()
    await page.getByRole('button', { name: translate('preferences:apply') }).click()
    await review.expectShown()
    await expect(preferences(page).receipt('JPY')).toContainText('¥13,300')
  })
})
