import { describe, expect, it } from 'vitest'
import { type Product, planById, plansOf, samePlanIn, savedPercent } from '@/domain/plans'
import { products } from '@/domain/samples'

describe('the plan cards', () => {
  it.each([
    ['physical', [40, 42, 41]],
    ['digital', [43, 45, 44]],
  ] as const)('of the %s plans stand with three years in the middle', (category, ids) => {
    expect(plansOf(products, category).map(({ id }) => id)).toEqual(ids)
  })

  it('leave out what is not shown at checkout', () => {
    const hidden = products.map(plan => ({ ...plan, show_at_checkout: plan.id !== 41 }))
    expect(plansOf(hidden, 'physical').map(({ id }) => id)).toEqual([40, 42])
  })
})

describe('a plan', () => {
  it('is found by its id', () => expect(planById(products, 44)?.years).toBe(2))
  it('nobody sells is not found', () => expect(planById(products, 1)).toBeUndefined())

  it.each([
    ['digital', 1, 43],
    ['digital', 2, 44],
    ['physical', 3, 42],
    ['physical', null, 42],
    ['digital', 9, 45],
  ] as const)('in %s for %s years is plan %d', (category, years, id) => {
    expect(samePlanIn(products, category, years)?.id).toBe(id)
  })

  it('has no counterpart where the category is not offered', () => {
    const printed = products.filter(plan => plan.category === 'physical')
    expect(samePlanIn(printed, 'digital', 3)).toBeUndefined()
  })

  it.each([
    [69, 147, 53],
    [59, 98, 40],
    [49, null, 0],
    [49, 49, 0],
    [49, 29, 0],
    [0, 49, 100],
  ])('at %d instead of %s saves %d %%', (price, oldPrice, percent) => {
    expect(savedPercent({ ...(products[0] as Product), price, oldPrice })).toBe(percent)
  })
})
