import { expect, it } from 'vitest'
import type { WireCheckout } from '@/contract/checkout'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import { selectOfferQuote } from '@/features/lifetime/lifetime'

const zeroAmounts = { urgent: 0, shipping: 0, travel: 0 }
const buildCheckout = (lifetime?: WireCheckout['lifetime']): WireCheckout => ({
  token: 't',
  state: emptyCheckout,
  status: 'paid',
  currency: 'USD',
  order: null,
  version: 1,
  quote: null,
  lifetime,
})

it('is null without an offer', () => {
  expect(selectOfferQuote({ checkout: buildCheckout() })).toBeNull()
  expect(selectOfferQuote({ checkout: buildCheckout({ offer: null, order: null }) })).toBeNull()
})

it('is the offer in minor units, and the same object each time', () => {
  const offer = {
    ...zeroAmounts,
    currency: 'USD' as const,
    plan: 199,
    discount: 62.1,
    tax: 9.92,
    total: 146.82,
  }
  const clientState = { checkout: buildCheckout({ offer, order: null }) }
  expect(selectOfferQuote(clientState)).toEqual({
    ...zeroAmounts,
    currency: 'USD',
    plan: 19_900,
    discount: 6_210,
    tax: 992,
    total: 14_682,
  })
  expect(selectOfferQuote(clientState)).toBe(selectOfferQuote(clientState))
})
