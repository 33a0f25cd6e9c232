import type { Page } from '@playwright/test'
import { checkoutAt, checkoutOf } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { movementsOf } from '../support/ledger'
import { english as say, sayIn } from '../support/texts'
import { cards } from './pages/payment'
import { preferences } from './pages/preferences'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'
import { notSaved, orderSummary } from './pages/summary'

/** Urgent processing and a travel wallet besides the plan: $132. */
const everything = {
  urgent: { selected: true, is_skip: false },
  travelItemsInCart: [{ item_id: 1, quantity: 1 }],
}

/** Every price on the page but for those of the receipt, which names the old ones too. */
async function pricesOn(page: Page): Promise<string[]> {
  const words = await page.locator('main, aside').evaluateAll(parts =>
    parts.map(part => {
      const copy = part.cloneNode(true) as Element
      for (const receipt of copy.querySelectorAll('[role=group]')) receipt.remove()
      return copy.textContent
    }),
  )
  return words.join(' ').match(/[$€¥]\s?[\d.,]*\d/g) ?? []
}

/** Marks the page: another one that is loaded in its place has no mark. */
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-mark', ''))
const isSamePage = (page: Page) => expect(page.locator('body')).toHaveAttribute('data-mark', '')

const saves = '**/backend/api/checkout/*/'

test('in yen every price is whole, the total is worked out anew and exactly it is charged', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'review')
  const { plan, review, payment, thankYou } = stepsIn(page)
  await plan.open(`?token=${token}`)
  await isReady(page)
  await mark(page)
  const { button, choose } = preferences(page)
  await choose('JPY')

  await plan.costs('¥13,300')
  await isSamePage(page)
  await expect(button).toContainText('JPY')
  for (const step of [plan, review]) {
    await step.isShown()
    await expect.poll(() => pricesOn(page)).toContain('¥2,900')
    const prices = await pricesOn(page)
    expect(prices).toContain('¥13,300')
    expect(prices.filter(price => !/^¥\d{1,3}(,\d{3})*$/.test(price))).toEqual([])
    await step.continue.click()
  }
  await payment.payWith(cards.good, '¥13,300')
  await thankYou.isShown()
  await expect(page.getByText('¥13,300').first()).toBeVisible()
  expect(await movementsOf(product, token)).toEqual([
    { kind: 'charge', amount: 13_300, currency: 'jpy' },
  ])
})

test('a currency chosen by keys alone changes every price in place and says what each was before, until it is closed', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'review', { state: everything })
  const { photos, review } = stepsIn(page)
  await review.open(`?token=${token}`)
  await isReady(page)
  await mark(page)
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
  // The browser closes it first, and the page hears of it next.
  await expect(page.locator('dialog input')).toHaveCount(0)
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await expect(button).toContainText('USD')
  expect((await checkoutOf(product.origin, token)).currency).toBe('USD')

  await chooseEuros()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await review.costs('€123')
  await isSamePage(page)
  const lines = receipt('EUR').getByRole('definition')
  await expect(lines).toHaveText([
    /was \$69 → now €65/,
    /was \$25 → now €23/,
    /was \$19 → now €17/,
    /was \$19 → now €18/,
    /was \$132 → now €123/,
  ])
  await expect(receipt('EUR').getByText('€123')).toBeInViewport()
  expect((await pricesOn(page)).filter(price => !price.startsWith('€'))).toEqual([])
  await expectNoAxeViolations(page)

  await receipt('EUR')
    .getByRole('button', { name: say('currency.close') })
    .click()
  await expect(receipt('EUR')).toBeHidden()
  await expect(review.heading).toBeFocused()
  await page.reload()
  await review.isShown()
  await expect(receipt('EUR')).toBeHidden()
  await photos.open()
  await photos.isShown()
  await expect(receipt('EUR')).toBeHidden()
})

test('without a network prices stay, each place says why, and all is done once there is one', async ({
  page,
  context,
  product,
  expectProblem,
}) => {
  expectProblem(/net::ERR_(INTERNET_DISCONNECTED|FAILED)/)
  const token = await checkoutAt(product.origin, 'review', { state: everything })
  const { review } = stepsIn(page)
  await review.open(`?token=${token}`)
  await isReady(page)
  await mark(page)
  const { dialog, button, apply, told, tryAgain } = preferences(page)
  await context.setOffline(true)
  await button.click()
  await expect(page.getByText(say('preferences.offline'))).toBeVisible()
  await isSamePage(page)
  await expectNoAxeViolations(page)
  await context.setOffline(false)
  await button.click()
  await expect(dialog).toBeVisible()

  await dialog.getByRole('radio', { name: 'EUR' }).check()
  await context.setOffline(true)
  await apply.click()
  await expect(told).toHaveText(say('preferences.offline'))
  await expectNoAxeViolations(page)
  expect((await pricesOn(page)).filter(price => !price.startsWith('$'))).toEqual([])
  await context.setOffline(false)
  await tryAgain.click()
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await review.costs('€123')
  await isSamePage(page)

  // What the network lets through no further is said where the customer is, and once.
  await page.route(saves, route => route.abort())
  await orderSummary(page).removeUrgent.click()
  const failed = notSaved(page, 'failed')
  await expect(failed.told).toBeVisible()
  const title = page.getByText(say('notSaved.failed.title')).filter({ visible: true })
  await expect(title).toHaveCount(1)
  await expectNoAxeViolations(page)
  await page.unroute(saves)
  await failed.again.click()
  await expect(failed.told).toBeHidden()
  await review.costs('€100')
  const { state } = await checkoutOf(product.origin, token)
  expect(state.urgent.selected).toBe(false)
})

test('the currency stays while the bank has a payment, and can change once it is off', async ({
  page,
  context,
  product,
  expectProblem,
}) => {
  expectProblem(/409 \(Conflict\)/)
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { payment } = stepsIn(page)
  await payment.open(`?token=${token}`)
  await payment.payWith(cards.asksBank, '$49')
  await payment.bank.isAsking()

  const other = await context.newPage()
  const { review } = stepsIn(other)
  await review.open()
  await isReady(other)
  const { choose, dialog, told } = preferences(other)
  await choose('EUR')
  await expect(told).toContainText(say('notSaved.held.title'))
  expect((await checkoutOf(product.origin, token)).quote).toMatchObject({ total: 49 })

  await payment.bank.refuse()
  await expect(payment.pay('$49')).toBeEnabled()
  await dialog.getByRole('button', { name: say('notSaved.held.again') }).click()
  await expect(dialog).toBeHidden()
  await expect(payment.pay('€45')).toBeVisible()
})

test('a card that is typed already stays, and is charged in the new currency', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepsIn(page)
  await payment.open(`?token=${token}`)
  await payment.fillCard(cards.good)
  await payment.terms.check()
  await preferences(page).choose('PLN')
  await payment.pay('PLN 189').click()
  await thankYou.isShown()
  expect(await movementsOf(product, token)).toEqual([
    { kind: 'charge', amount: 18_900, currency: 'pln' },
  ])
})

test('two tabs that choose at once end with one price', async ({ page, context, product }) => {
  const token = await checkoutAt(product.origin, 'review')
  const tabs = [page, await context.newPage()]
  for (const tab of tabs) {
    await stepsIn(tab).review.open(`?token=${token}`)
    await isReady(tab)
  }
  const currencies = ['EUR', 'JPY']
  await Promise.all(tabs.map((tab, at) => preferences(tab).choose(currencies[at] ?? '')))
  for (const tab of tabs) await expect(preferences(tab).dialog).toBeHidden()
  const { currency } = await checkoutOf(product.origin, token)
  for (const tab of tabs) await stepsIn(tab).review.costs(currency === 'EUR' ? '€82' : '¥13,300')
})

test('a language and a currency chosen together come on the same page and query', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'review')
  const { review } = stepsIn(page)
  await review.open(`?token=${token}`)
  await review.open('?from=newsletter')
  await isReady(page)
  await preferences(page).choose('JPY', 'Arabic')
  const arabic = sayIn('ar')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(arabic('steps.review.heading'))
  await expect(page).toHaveURL(/\/v2\/review\/\?from=newsletter$/)
  await expect(preferences(page, arabic).receipt('JPY')).toBeVisible()
  await expect(preferences(page, arabic).button).toBeFocused()
  await expectNoAxeViolations(page)
  expect((await checkoutOf(product.origin, token)).state).toMatchObject({
    language: 'ar',
    langData: { from_value: 'en', to_value: 'ar' },
    currency: 'JPY',
    currencyData: { from_value: 'USD', to_value: 'JPY' },
  })
  await page.goBack()
  await expect(page).not.toHaveURL(/newsletter/)
})

test('a currency chosen before the first answer is that of the order, and of one opened by a link', async ({
  page,
  product,
  expectProblem,
}) => {
  // What is sent while the page goes may meet what was on its way already.
  expectProblem(/409 \(Conflict\)/)
  const { driver, review } = stepsIn(page)
  await driver.open()
  await isReady(page)
  const { choose, button, receipt } = preferences(page)
  await choose('EUR')
  await expect(button).toContainText('EUR')
  await driver.email.fill('ana@example.com')
  await page.reload()
  await expect(button).toContainText('EUR')
  expect((await pricesOn(page)).filter(price => price.startsWith('€')).length).toBeGreaterThan(0)

  const token = await checkoutAt(product.origin, 'review', { state: everything })
  await review.open(`?token=${token}`)
  await review.isShown()
  await expect(receipt('EUR')).toBeVisible()
  expect((await checkoutOf(product.origin, token)).currency).toBe('EUR')

  // The comparison is of this order: of another one it would say something else.
  await isReady(page)
  await review.standard.check()
  await expect(receipt('EUR')).toBeHidden()
  await review.costs('€100')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the currency is chosen on a page of its own, and its receipt is shown', async ({
    page,
    product,
  }) => {
    const token = await checkoutAt(product.origin, 'review')
    const { review } = stepsIn(page)
    await review.open(`?token=${token}`)
    await page.getByRole('button', { name: say('preferences.buttonLabel') }).click()
    await page.getByRole('radio', { name: 'JPY' }).check()
    await page.getByRole('button', { name: say('preferences:apply') }).click()
    await review.isShown()
    await expect(preferences(page).receipt('JPY')).toContainText('¥13,300')
  })
})
