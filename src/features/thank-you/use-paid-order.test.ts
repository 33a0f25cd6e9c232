import { expect, it } from 'vitest'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import { listMissingPhotos } from '@/features/thank-you/use-paid-order'

it('lists the missing photos', () => {
  const images = [{ id: 'a', type: 'profile' as const, revision: 1, needs_review: false }]
  const state = { ...emptyCheckout, approval_documents: { add_later: true, images } }
  expect(listMissingPhotos(state)).toEqual(['license_front', 'license_back', 'signature'])
})
