import { createCheckoutAt, fetchCheckout } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { readShifts, watchShifts } from '../support/layout-shifts'
import { fetchMovements } from '../support/ledger'
import { createTranslate } from '../support/texts'
import { cards } from './pages/payment'
import { paypal } from './pages/paypal'
import { stepPages } from './pages/steps'
import { answers, setDeviceWallets, wallets } from './pages/wallet'

const singleCharge = [{ kind: 'charge', amount: 4_900, currency: 'usd' }]

test('a wallet appears without a layout shift, opens once the terms are accepted, and pays', async ({
  page,
  product,
}) => {
  await watchShifts(page)
  const token = await createCheckoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepPages(page)
  await payment.openOrder(token)
  await expect(wallets(page).button('Google Pay')).toBeVisible()
  await expect(payment.cvc).toBeVisible()
  expect(await readShifts(page)).toEqual([])
  await expect(paypal(page).button).toBeVisible()
  await expectNoAxeViolations(page)

  await wallets(page).button('Google Pay').click()
  await expect(payment.terms).toBeFocused()
  await expect(wallets(page).sheet('Google Pay')).toHaveCount(0)
  expect((await fetchCheckout(product.origin, token)).order).toBeNull()

  await payment.terms.check()
  await wallets(page).button('Google Pay').click()
  await wallets(page).answer('Google Pay', answers.pay)
  await thankYou.expectShown()
  await expect(thankYou.receipt).toContainText('Google Pay')
  expect(await fetchMovements(product, token)).toEqual(singleCharge)
  const { state } = await fetchCheckout(product.origin, token)
  expect(state).toMatchObject({
    paymentMethod: 'google pay',
    confirmation_payment_method: 'google pay',
  })
})

test('a device with Apple Pay pays with it and answers its bank challenge on the page', async ({
  page,
  context,
  product,
}) => {
  await setDeviceWallets(context, product.origin, ['apple_pay'])
  const token = await createCheckoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepPages(page)
  await payment.openOrder(token)
  await payment.terms.check()
  await wallets(page).button('Apple Pay').click()
  await wallets(page).answer('Apple Pay', answers.asksBank)
  await payment.bank.accept()
  await thankYou.expectShown()
  await expect(thankYou.receipt).toContainText('Apple Pay')
  expect(await fetchMovements(product, token)).toEqual(singleCharge)
})

test('a wallet that is closed or declined charges nothing, and a card pays', async ({
  page,
  product,
  expectProblem,
}) => {
  expectProblem(/402/)
  const token = await createCheckoutAt(product.origin, 'payment', { digital: true })
  const { payment, thankYou } = stepPages(page)
  await payment.openOrder(token)
  await payment.terms.check()
  await wallets(page).button('Google Pay').click()
  await wallets(page).answer('Google Pay', answers.cancel)
  await expect(payment.notice('notices.called_off')).toBeVisible()
  await expect(wallets(page).sheet('Google Pay')).toHaveCount(0)
  expect((await fetchCheckout(product.origin, token)).order).toBeNull()

  await wallets(page).button('Google Pay').click()
  await wallets(page).answer('Google Pay', answers.declined)
  await expect(payment.notice('declines.generic')).toBeVisible()
  await expect(wallets(page).sheet('Google Pay')).toHaveCount(0)
  expect(await fetchMovements(product, token)).toEqual([])
  await payment.payWith(cards.good, '$49')
  await thankYou.expectShown()
  expect(await fetchMovements(product, token)).toEqual(singleCharge)
})

test('on a device without a wallet PayPal takes its place without a layout shift', async ({
  page,
  context,
  product,
}) => {
  await setDeviceWallets(context, product.origin, [])
  await watchShifts(page)
  const token = await createCheckoutAt(product.origin, 'payment', { digital: true })
  const { payment } = stepPages(page)
  await payment.openOrder(token)
  await expect(payment.cvc).toBeVisible()
  await expect(wallets(page).section.locator('iframe')).toHaveCount(0)
  await expect(paypal(page).button).toBeVisible()
  expect(await readShifts(page)).toEqual([])
  await expectNoAxeViolations(page)
})

test('with PayPal unavailable too only the card remains, without a layout shift', async ({
  page,
  context,
  product,
}) => {
  await setDeviceWallets(context, product.origin, [])
  await watchShifts(page)
  const token = await createCheckoutAt(product.origin, 'payment', {
    digital: true,
    state: { currency: 'AED' },
  })
  const { payment } = stepPages(page)
  await payment.openOrder(token)
  await expect(wallets(page).cardOnlyNote).toBeVisible()
  await expect(payment.cvc).toBeVisible()
  await expect(wallets(page).section).toHaveCount(0)
  expect(await readShifts(page)).toEqual([])
  await expectNoAxeViolations(page)
})

test('in Arabic the wallet pays from the row with PayPal', async ({ page, context, product }) => {
  await context.addCookies([{ name: 'language', value: 'ar', url: `${product.origin}/checkouts/` }])
  const token = await createCheckoutAt(product.origin, 'payment', { digital: true })
  const translate = createTranslate('ar')
  const { payment, thankYou } = stepPages(page, translate)
  await payment.openOrder(token)
  await payment.terms.check()
  await expectNoAxeViolations(page)
  await wallets(page, translate).button('Google Pay').click()
  await wallets(page, translate).answer('Google Pay', answers.pay)
  await thankYou.expectShown()
  expect(await fetchMovements(product, token)).toEqual(singleCharge)
})
