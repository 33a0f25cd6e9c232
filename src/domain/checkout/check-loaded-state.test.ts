import { describe, expect, it } from 'vitest'
import type { Product } from '@/domain/catalog/product-schema'
import { validateLoadedState } from '@/domain/checkout/check-loaded-state'
import { emptyCheckout } from '@/domain/checkout/checkout-state'

const plan: Product = {
  id: 42,
  name: '3 years',
  category: 'physical',
  years: 3,
  price: 69,
  oldPrice: 147,
  show_at_checkout: true,
}

describe('a loaded state', () => {
  it('has no faults if its plan is on offer', () => {
    expect(validateLoadedState({ ...emptyCheckout, productList: [plan] })).toEqual([])
  })

  it.each([
    ['a plan that is not on offer', { productList: [] }, 'selectedLicense is not in productList'],
    [
      'a product without a numeric id',
      { productList: [{ ...plan, id: '42' }] },
      'productList.0.id is not right',
    ],
    [
      'an unknown category',
      { productList: [{ ...plan, category: 'free' }] },
      'productList.0.category is not right',
    ],
  ])('reports %s', (_, overrides, fault) => {
    expect(validateLoadedState({ ...emptyCheckout, ...(overrides as object) })).toContain(fault)
  })
})
