import { describe, expect, it } from 'vitest'
import type { CheckoutState, StoredState } from '@/domain/checkout/checkout-state'
import { orderOf, quoteOf } from '@/domain/checkout/quote-of-state'
import { quote } from '@/domain/pricing/quote'
import {
  completeAnswers,
  completeCheckout,
  sampleMethod,
} from '../../../tests/support/sample-checkout'

const computeTotal = (change: Partial<CheckoutState>) => {
  const order = orderOf({ ...completeCheckout, ...change })
  return order && quote(order).total
}

const sim = { item_id: 7, code: 'sim', name: 'eSIM', price: 9.99, is_active: true }

describe('the price of a checkout', () => {
  it.each<[string, Partial<CheckoutState>, number | undefined]>([
    ['plan, urgent and courier', {}, 6900 + 2500 + 1900],
    [
      'without urgent processing',
      { urgent: { selected: false, total: 25, discount: 0, is_skip: true } },
      8800,
    ],
    [
      'with a discount on urgent processing',
      { urgent: { selected: true, total: 25, discount: 5, is_skip: false } },
      10800,
    ],
    ['without a shipping method', { selectedShippingMethod: null }, 9400],
    [
      'a digital plan, whatever else was chosen before',
      {
        selectedLicense: 45,
        travelItemsData: [sim],
        travelItemsInCart: [{ item_id: 7, quantity: 3 }],
      },
      4900 + 2500,
    ],
    [
      'two travel items',
      { travelItemsData: [sim], travelItemsInCart: [{ item_id: 7, quantity: 2 }] },
      11300 + 1998,
    ],
    [
      'an unknown travel item is left out',
      { travelItemsInCart: [{ item_id: 8, quantity: 2 }] },
      11300,
    ],
    ['with tax', { tax_group: { tax_rate: 10 } }, 12430],
    ['unknown while the plan is not on offer', { selectedLicense: 1 }, undefined],
    ['unknown while nothing is on offer', { productList: [] }, undefined],
  ])('%s', (_, change, total) => expect(computeTotal(change)).toBe(total))

  it('is in the checkout’s own currency', () => {
    const plans = completeCheckout.productList.map(plan => ({ ...plan, price: 7400 }))
    expect(
      computeTotal({
        currency: 'JPY',
        productList: plans,
        urgent: { selected: true, total: 3800, discount: 0, is_skip: false },
        selectedShippingMethod: { ...sampleMethod, price: 2900 },
      }),
    ).toBe(7400 + 3800 + 2900)
  })
})

describe('a stored state', () => {
  it('has no price and takes none from a derived one', () => {
    // @ts-expect-error A stored state has no plans and no prices.
    expect(() => quoteOf(completeAnswers)).toThrow()
    // @ts-expect-error Prices are computed on each read and must not be stored.
    const stored: StoredState = completeCheckout
    expect(stored).toHaveProperty('productList')
  })
})
