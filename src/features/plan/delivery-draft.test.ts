import { beforeEach, expect, it, vi } from 'vitest'
import { shippingFormOf } from '@/domain/address/shipping-form'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import { keepDelivery, withDelivery } from '@/features/plan/delivery-draft'
import { stubStorage } from '../../../tests/support/browser-storage'

const digital = { category: 'digital' } as const
const empty = shippingFormOf(emptyCheckout)
const filled = { ...empty, shipping_address: '1 Example Road', shipping_city: 'Leeds' }

beforeEach(() => {
  stubStorage('sessionStorage')
  return () => vi.unstubAllGlobals()
})

it('gives back the address of a permit that became digital, over a reload', () => {
  keepDelivery('first-token', filled)
  expect(withDelivery(empty, digital, 'first-token')).toEqual(filled)
})

it('leaves a printed permit’s address to what the checkout says', () => {
  keepDelivery('first-token', filled)
  expect(withDelivery(empty, { category: 'physical' }, 'first-token')).toEqual(empty)
})

it('never gives one order the address of another', () => {
  keepDelivery('first-token', filled)
  expect(withDelivery(empty, digital, 'second-token')).toEqual(empty)
  expect(withDelivery(empty, digital, 'another-token')).toEqual(empty)
})

it('does without where the browser keeps nothing', () => {
  vi.stubGlobal('sessionStorage', undefined)
  keepDelivery('first-token', filled)
  expect(withDelivery(empty, digital, 'first-token')).toEqual(empty)
})
