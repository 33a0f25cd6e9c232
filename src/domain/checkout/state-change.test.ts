import { describe, expect, it } from 'vitest'
import type { Product } from '@/domain/catalog/product-schema'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import {
  applyChange,
  chooseCategory,
  choosePlan,
  pickAnswers,
  type StateChange,
  selectUrgent,
} from '@/domain/checkout/state-change'
import { completeCheckout } from '../../../tests/support/sample-checkout'

describe('the answers for another checkout', () => {
  const coupon = {
    id: 1,
    name: 'SAVE10',
    discount_type: 'percentage' as const,
    amount: 10,
    products: [],
    travel_products: [],
    free_shipping: false,
  }

  it('include the coupon', () => {
    expect(pickAnswers({ ...completeCheckout, coupon }).coupon).toEqual(coupon)
  })

  it('leave the coupon out if there is none, so that the shop may find one', () => {
    expect(pickAnswers(completeCheckout)).not.toHaveProperty('coupon')
  })

  it('include that the customer wants no coupon', () => {
    expect(pickAnswers({ ...completeCheckout, coupon: null, coupon_is_own: true }).coupon).toBe(
      null,
    )
  })

  it('leave out the ids of stored rows', () => {
    const { customer, shipping } = pickAnswers(completeCheckout)
    expect(customer).not.toHaveProperty('id')
    expect(shipping).not.toHaveProperty('id')
  })
})

describe('a change', () => {
  it('of one answer keeps the other answers of its group', () => {
    const { customer } = applyChange(completeCheckout, { customer: { email: 'new@example.com' } })
    expect(customer).toEqual({ ...completeCheckout.customer, email: 'new@example.com' })
  })

  it.each<[string, StateChange]>([
    ['a list', { destinations: ['jp'] }],
    ['a plain answer', { currency: 'EUR' }],
    ['an answer taken back', { selectedShippingMethod: null }],
  ])('replaces %s', (_, change) => {
    expect(applyChange(completeCheckout, change)).toEqual({ ...completeCheckout, ...change })
  })

  it('sets a group that was null', () => {
    const change = { selectedShippingMethod: { code: 'dhl', price: 19 } }
    expect(applyChange(emptyCheckout, change).selectedShippingMethod).toEqual(
      change.selectedShippingMethod,
    )
  })

  it('does not modify the state', () => {
    const original = structuredClone(completeCheckout)
    applyChange(completeCheckout, { customer: { email: 'x@example.com' }, step: 6 })
    expect(completeCheckout).toEqual(original)
  })

  it('merged with another gives the same as both in turn', () => {
    const first: StateChange = { customer: { email: 'a@example.com', phone: '1' }, step: 2 }
    const second: StateChange = { customer: { phone: '2' }, currency: 'JPY' }
    expect(applyChange(completeCheckout, applyChange(first, second))).toEqual(
      applyChange(applyChange(completeCheckout, first), second),
    )
  })
})

describe('choosing', () => {
  it('a plan records that the customer chose it', () => {
    expect(choosePlan(completeCheckout, 43)).toEqual({
      selectedLicense: 43,
      category: 'digital',
      planChanged: true,
    })
  })

  it('lifetime counts as a printed plan', () => {
    const lifetime = {
      ...(completeCheckout.productList[0] as Product),
      id: 96,
      category: 'lifetime',
    }
    const state = { ...completeCheckout, productList: [lifetime as Product] }
    expect(choosePlan(state, 96)).toEqual({
      selectedLicense: 96,
      category: 'physical',
      planChanged: true,
    })
  })

  it.each([60, 62, 1])('product %d, which is not a plan, changes nothing', id => {
    expect(choosePlan(completeCheckout, id)).toEqual({})
  })

  it.each([
    [42, 'digital', 45],
    [40, 'digital', 43],
    [44, 'physical', 41],
  ] as const)('from plan %d the %s category keeps the years: plan %d', (from, category, to) => {
    const state = { ...completeCheckout, selectedLicense: from }
    expect(chooseCategory(state, category).selectedLicense).toBe(to)
  })

  it('a category without plans changes nothing', () => {
    expect(chooseCategory({ ...completeCheckout, productList: [] }, 'digital')).toEqual({})
  })

  it.each([
    [true, { selected: true, is_skip: false }],
    [false, { selected: false, is_skip: true }],
  ])('the urgent extra: %s', (selected, urgent) => {
    expect(selectUrgent(selected)).toEqual({ urgent })
  })
})
