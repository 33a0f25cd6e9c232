import { expect, it } from 'vitest'
import { emptyCheckout } from '@/domain/checkout'
import { missingPhotos, paidCard } from '@/features/thank-you/paid-order'

it.each([
  ['visa 4242', { brand: 'Visa', last: '4242' }],
  ['amex 0005', { brand: 'American Express', last: '0005' }],
  ['newbrand 1234', { brand: 'newbrand', last: '1234' }],
  ['none', undefined],
  [null, undefined],
])('paid with %s is read as %o', (method, card) => {
  expect(paidCard(method)).toEqual(card)
})

it('names the photos that are not there yet', () => {
  const images = [{ id: 'a', type: 'profile' as const, revision: 1, needs_review: false }]
  const state = { ...emptyCheckout, approval_documents: { add_later: true, images } }
  expect(missingPhotos(state)).toEqual(['license_front', 'license_back', 'signature'])
})
