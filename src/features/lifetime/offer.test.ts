import { expect, it } from 'vitest'
import type { WireCheckout } from '@/contract/checkout'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import { offerIn } from '@/features/lifetime/offer'

const line = { urgent: 0, shipping: 0, travel: 0 }
const checkout = (lifetime?: WireCheckout['lifetime']): WireCheckout => ({
  token: 't',
  state: emptyCheckout,
  status: 'paid',
  currency: 'USD',
  order: null,
  version: 1,
  quote: null,
  lifetime,
})

it('is nothing without an offer', () => {
  expect(offerIn({ checkout: checkout() })).toBeNull()
  expect(offerIn({ checkout: checkout({ offer: null, order: null }) })).toBeNull()
})

it('is the offer in minor units, and the same one each time', () => {
  const offer = {
    ...line,
    currency: 'USD' as const,
    plan: 199,
    discount: 62.1,
    tax: 9.92,
    total: 146.82,
  }
  const given = { checkout: checkout({ offer, order: null }) }
  expect(offerIn(given)).toEqual({
    ...line,
    currency: 'USD',
    plan: 19_900,
    discount: 6_210,
    tax: 992,
    total: 14_682,
  })
  expect(offerIn(given)).toBe(offerIn(given))
})
