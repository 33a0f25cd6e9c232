import { readFileSync } from 'node:fs'
import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { CheckoutProvider } from '@/client/checkout/checkout-provider'
import { TextsContext } from '@/client/texts/use-translation'
import type { PageData } from '@/contract/page'
import type { CurrencyCode } from '@/domain/data/currencies'
import { ExpressMethods } from '@/features/payment/express-methods'
import { canOfferWallets } from '@/features/payment/payment-parts'
import { completeCheckout } from '../../../tests/support/sample-checkout'

const texts = JSON.parse(readFileSync('public/locales/en/payment.json', 'utf8'))
const i18n = createInstance()
void i18n.init({ lng: 'en', initAsync: false, resources: { en: { payment: texts } } })

const noop = async () => undefined
const zeroAmounts = { plan: 0, urgent: 0, shipping: 0, travel: 0, discount: 0, tax: 0 }

/** Whether there is a row, and the buttons it reserves space for. */
function renderExpressMethods(total: number, currency: CurrencyCode, hasPaypal: boolean) {
  const paypal = hasPaypal ? { clientId: 'client', script: '/paypal.js' } : null
  const page: Partial<PageData> = {
    checkout: {
      token: 'A'.repeat(43),
      state: completeCheckout,
      status: 'processing',
      currency,
      order: null,
      version: 1,
      quote: null,
    },
    settings: { paypal } as PageData['settings'],
    language: 'en',
    launch: {},
    dismissed: [],
  }
  const markup = renderToStaticMarkup(
    <TextsContext value={i18n}>
      <CheckoutProvider page={page as PageData}>
        <ExpressMethods
          quote={{ ...zeroAmounts, currency, plan: total, total }}
          paypal={{ createOrder: noop, onApprove: noop, onCancel: noop, onError: noop }}
          wallet={{ pay: async () => false, onCancel: () => undefined }}
          canPay={() => true}
        />
      </CheckoutProvider>
    </TextsContext>,
  )
  return {
    hasRow: markup.includes('or pay by card'),
    isPaypalComing: markup.includes('spinner'),
    isWalletComing: markup.includes('animate-pulse'),
  }
}

describe('above the card the first HTML reserves space for', () => {
  const paypal = { hasRow: true, isPaypalComing: true, isWalletComing: false }
  const wallet = { hasRow: true, isPaypalComing: false, isWalletComing: true }
  const paypalAndWallet = { hasRow: true, isPaypalComing: true, isWalletComing: true }
  const emptyRow = { hasRow: false, isPaypalComing: false, isWalletComing: false }

  it.each<[string, number, CurrencyCode, boolean, object]>([
    ['PayPal and a wallet', 4_900, 'USD', true, paypalAndWallet],
    ['a wallet alone, without PayPal', 4_900, 'USD', false, wallet],
    ['a wallet alone, if PayPal does not support the currency', 17_900, 'AED', true, wallet],
    ['PayPal alone below the minimum charge', 49, 'USD', true, paypal],
    ['nothing below the minimum charge', 49, 'USD', false, emptyRow],
  ])('%s', (_, total, currency, hasPaypal, expected) => {
    expect(renderExpressMethods(total, currency, hasPaypal)).toEqual(expected)
  })
})

it.each<[string, number, CurrencyCode, boolean]>([
  ['an order that costs something', 4_900, 'USD', true],
  ['the minimum charge', 50, 'USD', true],
  ['less than the minimum charge', 49, 'USD', false],
  ['less than the minimum charge in another currency', 199, 'PLN', false],
  ['a free order', 0, 'USD', false],
])('a wallet for %s: %i %s is %s', (_, total, currency, isOffered) => {
  expect(canOfferWallets({ total, currency })).toBe(isOffered)
})
