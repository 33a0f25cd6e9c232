import { expect, it } from 'vitest'
import type { CurrencyCode } from '@/domain/data/currencies'
import { buildDeferredOptions, canOfferWallets } from '@/features/payment/wallet-offer'

it.each<[string, number, CurrencyCode, boolean]>([
  ['an order that costs something', 4_900, 'USD', true],
  ['the minimum charge', 50, 'USD', true],
  ['less than the minimum charge', 49, 'USD', false],
  ['less than the minimum charge in another currency', 199, 'PLN', false],
  ['a free order', 0, 'USD', false],
])('a wallet for %s: %i %s is %s', (_, total, currency, isOffered) => {
  expect(canOfferWallets({ total, currency })).toBe(isOffered)
})

it.each<[number, CurrencyCode, object]>([
  [8_800, 'USD', { amount: 8_800, currency: 'usd' }],
  [7_400, 'JPY', { amount: 7_400, currency: 'jpy' }],
])('a wallet gets the amount %i in the minor unit of %s', (total, currency, expected) => {
  expect(buildDeferredOptions({ total, currency })).toMatchObject({ mode: 'payment', ...expected })
})
