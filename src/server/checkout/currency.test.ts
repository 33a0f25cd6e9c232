import { describe, expect, it } from 'vitest'
import type { StoredState } from '@/domain/checkout/checkout-state'
import type { CurrencyCode } from '@/domain/data/currencies'
import type { Catalog } from '@/server/catalog/catalog'
import type { ChangeContext } from '@/server/checkout/apply-change'
import { applyCurrency } from '@/server/checkout/currency'
import { completeAnswers, products, today } from '../../../tests/support/sample-checkout'

/**
 * A catalog with every price in every currency, except the `missing` parts, which have only a
 * dollar price.
 */
function buildContext(missing: string[] = []): ChangeContext {
  const isAvailable = (currency: CurrencyCode, part: string) =>
    currency === 'USD' || !missing.includes(part)
  const catalog: Catalog = {
    products: currency => products.filter(({ id }) => isAvailable(currency, `product ${id}`)),
    shippingMethods: (_, currency) =>
      ['dhl', 'post']
        .filter(code => isAvailable(currency, code))
        .map(code => ({ code, name: code, price: 19, min_delivery: 2, max_delivery: 3 })),
    travelItems: currency =>
      [1, 2]
        .filter(id => isAvailable(currency, `item ${id}`))
        .map(item_id => ({ item_id, code: 'x', name: 'x', price: 10, is_active: true })),
    taxRate: () => 10,
    coupon: () => undefined,
    hasShippingMethod: () => true,
    pickupPoints: () => [],
    renewalCoupon: () => null,
    couponCurrencies: () => [],
  }
  return { catalog, today, couponContext: { nowMs: 0, isReserved: false }, permits: new Map() }
}

const order: StoredState = {
  ...completeAnswers,
  travelItemsInCart: [{ item_id: 1, quantity: 2 }],
}
const toEuros = (state: StoredState): StoredState => ({ ...state, currency: 'EUR' })
const switchCurrency = (state: StoredState, missing?: string[]) =>
  applyCurrency(state, toEuros(state), buildContext(missing))

describe('a change of currency', () => {
  it('stores the price in the old currency and clears the currency error', () => {
    const { currency, currencyData, currency_error } = switchCurrency({
      ...order,
      currency_error: 'JPY',
    })
    const expectedLines = { plan: 69, urgent: 25, shipping: 19, travel: 20, discount: 0, tax: 13.3 }
    expect([currency, currency_error]).toEqual(['EUR', null])
    expect(currencyData).toEqual({
      from_value: 'USD',
      to_value: 'EUR',
      before: { ...expectedLines, total: 146.3 },
    })
  })

  it.each([
    ['the chosen plan', 'product 42'],
    ['any plan on offer', 'product 43'],
    ['urgent processing', 'product 60'],
    ['the chosen delivery', 'dhl'],
    ['any delivery on offer', 'post'],
    ['a travel item in the cart', 'item 1'],
  ])('is refused without a price for %s', (_, part) => {
    expect(() => switchCurrency(order, [part])).toThrow(
      expect.objectContaining({ code: 'currency', details: { currency: 'EUR' } }),
    )
  })

  it.each([
    ['a travel item that is not in the cart', 'item 2', order],
    ['a plan that is not on offer', 'product 62', order],
    ['delivery of a digital plan', 'dhl', { ...order, selectedLicense: 45 }],
  ])('needs no price for %s', (_, part, state) => {
    expect(switchCurrency(state, [part]).currency).toBe('EUR')
  })

  it('is refused when the catalog has no product in it', () => {
    const emptyContext = {
      ...buildContext(),
      catalog: { ...buildContext().catalog, products: () => [] },
    }
    expect(() => applyCurrency(order, toEuros(order), emptyContext)).toThrow()
  })
})

describe('the price in the old currency', () => {
  const switchedState = switchCurrency(order)

  it('stays while the order is unchanged', () => {
    const nextState = { ...switchedState, step: 5, language: 'ar' }
    expect(applyCurrency(switchedState, nextState, buildContext())).toBe(nextState)
  })

  it('is cleared when the order changes', () => {
    const nextState = { ...switchedState, travelItemsInCart: [] }
    expect(applyCurrency(switchedState, nextState, buildContext()).currencyData).toBeNull()
  })
})
