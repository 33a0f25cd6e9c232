import { beforeEach, expect, it, vi } from 'vitest'
import { toShippingForm } from '@/domain/address/shipping-form'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import { withDeliveryDraft, writeDeliveryDraft } from '@/features/plan/delivery-draft'
import { stubStorage } from '../../../tests/support/browser-storage'

const digitalState = { category: 'digital' } as const
const emptyForm = toShippingForm(emptyCheckout)
const filledForm = { ...emptyForm, shipping_address: '1 Example Road', shipping_city: 'Leeds' }

beforeEach(() => {
  stubStorage('sessionStorage')
  return () => vi.unstubAllGlobals()
})

it('restores the address of a permit that became digital, also after a reload', () => {
  writeDeliveryDraft('first-token', filledForm)
  expect(withDeliveryDraft(emptyForm, digitalState, 'first-token')).toEqual(filledForm)
})

it('leaves the address of a printed permit to the checkout', () => {
  writeDeliveryDraft('first-token', filledForm)
  expect(withDeliveryDraft(emptyForm, { category: 'physical' }, 'first-token')).toEqual(emptyForm)
})

it('never restores the address of another order', () => {
  writeDeliveryDraft('first-token', filledForm)
  expect(withDeliveryDraft(emptyForm, digitalState, 'second-token')).toEqual(emptyForm)
  expect(withDeliveryDraft(emptyForm, digitalState, 'another-token')).toEqual(emptyForm)
})

it('works without browser storage', () => {
  vi.stubGlobal('sessionStorage', undefined)
  writeDeliveryDraft('first-token', filledForm)
  expect(withDeliveryDraft(emptyForm, digitalState, 'first-token')).toEqual(emptyForm)
})
