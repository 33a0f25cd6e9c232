import { describe, expect, it } from 'vitest'
import type { Campaign } from '@/domain/catalog/campaigns'
import {
  findEquivalentPlan,
  findPlan,
  findPlanPosition,
  findReplacementPlan,
  hasParcel,
  isOffered,
  listFormats,
  listOfferedProducts,
  listPlans,
  savingPercentOf,
} from '@/domain/catalog/plans'
import type { Product } from '@/domain/catalog/product-schema'
import { products } from '../../../tests/support/sample-checkout'

const listIds = (plans: Product[]) => plans.map(({ id }) => id)
const buildLifetimePlan = (id: number): Product => ({
  ...(products[0] as Product),
  id,
  category: 'lifetime',
  years: null,
  show_at_checkout: false,
})
/** All products. */
const catalog = [...products, buildLifetimePlan(96)]
const summer: Campaign[] = ['summer_lifetime']

describe('the plan cards', () => {
  it.each([
    ['physical', [40, 42, 41]],
    ['digital', [43, 45, 44]],
  ] as const)('of the %s plans have three years in the middle', (category, ids) => {
    expect(listPlans(products, category).map(({ id }) => id)).toEqual(ids)
  })

  it('leave out plans that are not shown at checkout', () => {
    const hiddenProducts = products.map(plan => ({ ...plan, show_at_checkout: plan.id !== 41 }))
    expect(listPlans(hiddenProducts, 'physical').map(({ id }) => id)).toEqual([40, 42])
  })

  it.each([
    ['ltr', [40, 42, 41]],
    // Read from the right: 3, 2, 1 from the left.
    ['rtl', [40, 41, 42]],
  ] as const)('are in the order of their analytics positions (%s)', (dir, order) => {
    const visiblePlans = listPlans(products, 'physical', dir)
    expect(listIds(visiblePlans)).toEqual(order)
    const leftToRight = dir === 'ltr' ? visiblePlans : visiblePlans.toReversed()
    const positions = leftToRight.map(({ years }) => findPlanPosition(years, dir))
    expect(positions).toEqual([1, 2, 3])
  })

  it.each([
    [1, 1, 3],
    [2, 3, 2],
    [3, 2, 1],
    [null, 0, 0],
  ])('of %s years have the position %d, or %d from right to left', (years, ltr, rtl) => {
    expect([findPlanPosition(years, 'ltr'), findPlanPosition(years, 'rtl')]).toEqual([ltr, rtl])
  })
})

describe('a checkout', () => {
  it.each<[string, number[], Campaign[], number[], number[]]>([
    ['is offered every plan but lifetime', [], [], [40, 42, 41], [43, 45, 44]],
    [
      'is offered lifetime last, among the printed plans, in the summer campaign',
      [],
      summer,
      [40, 42, 41, 96],
      [43, 45, 44],
    ],
    ['is offered only the plans its link names', [42, 40], [], [40, 42], []],
    ['is offered only the digital plan its link names', [44], [], [], [44]],
    [
      'is not offered lifetime in the summer campaign if its link does not name it',
      [40],
      summer,
      [40],
      [],
    ],
    [
      'is offered only lifetime in the summer campaign if its link names it',
      [96],
      summer,
      [96],
      [],
    ],
    [
      'is offered all other plans if its link names lifetime without the campaign',
      [96],
      [],
      [40, 42, 41],
      [43, 45, 44],
    ],
    ['is offered all plans if its link names none', [60, 62, 7], [], [40, 42, 41], [43, 45, 44]],
  ])('%s', (_, limit, campaigns, printed, digital) => {
    const offer = listOfferedProducts(catalog, { campaigns, products: limit })
    expect(listIds(listPlans(offer, 'physical'))).toEqual(printed)
    expect(listIds(listPlans(offer, 'digital'))).toEqual(digital)
    expect(listFormats(offer)).toEqual([
      ...(printed.length > 0 ? ['physical'] : []),
      ...(digital.length > 0 ? ['digital'] : []),
    ])
    for (const { id } of catalog) {
      const isShown = [...printed, ...digital].includes(id)
      expect(isOffered(id, { campaigns, products: limit }), `plan ${id}`).toBe(isShown)
    }
  })

  it('keeps products that are not plans, such as urgent processing, with a limited choice', () => {
    const offer = listOfferedProducts(catalog, { campaigns: [], products: [40] })
    expect(listIds(offer)).toEqual([40, 60, 62, 96])
  })

  it.each([
    ['printed', 42, [40, 41, 45], 41],
    ['digital', 45, [42, 43, 44], 44],
    ['digital', 45, [40, 42], 42],
    ['printed', 42, [43, 45], 45],
    ['printed', 42, [43, 96], 96],
    ['unknown', 7, [40, 41, 45], 41],
  ])(
    'with a %s plan (%d) that is not offered gets the longest of its format',
    (_, id, limit, replacementId) => {
      const offer = listOfferedProducts(catalog, { campaigns: summer, products: limit })
      expect(findReplacementPlan(findPlan(catalog, id), offer)?.id).toBe(replacementId)
    },
  )
})

describe('a parcel', () => {
  it.each([
    ['physical', true],
    ['lifetime', true],
    ['digital', false],
    ['urgent', false],
  ] as const)('comes with a %s plan: %s', (category, expected) => {
    expect(hasParcel(category)).toBe(expected)
  })
})

describe('a plan', () => {
  it('is found by its id', () => expect(findPlan(products, 44)?.years).toBe(2))
  it('that does not exist is not found', () => expect(findPlan(products, 1)).toBeUndefined())

  it.each([
    ['digital', 1, 43],
    ['digital', 2, 44],
    ['physical', 3, 42],
    ['physical', null, 42],
    ['digital', 9, 45],
  ] as const)('in %s for %s years is plan %d', (category, years, id) => {
    expect(findEquivalentPlan(products, category, years)?.id).toBe(id)
  })

  it('is replaced by the longest of the other format if its years are not offered', () => {
    const offer = products.filter(({ id }) => id !== 42)
    expect(findEquivalentPlan(offer, 'physical', 3)?.id).toBe(41)
  })

  it('has no counterpart if the category is not offered', () => {
    const printed = products.filter(plan => plan.category === 'physical')
    expect(findEquivalentPlan(printed, 'digital', 3)).toBeUndefined()
  })

  it.each([
    [69, 147, 53],
    [59, 98, 39],
    [58.8, 98, 40],
    [0.9, 1, 10],
    [1, 998, 99],
    [49, null, 0],
    [49, 49, 0],
    [49, 29, 0],
    [0, 49, 100],
  ])('at %d instead of %s saves %d %%', (price, oldPrice, percent) => {
    expect(savingPercentOf({ ...(products[0] as Product), price, oldPrice })).toBe(percent)
  })
})
