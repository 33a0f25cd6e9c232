import { describe, expect, it } from 'vitest'
import { experiments } from '@/domain/analytics/experiments'
import {
  diffVariants,
  findVariantCodes,
  isAssignmentClosed,
  pickKnownVariants,
  pickVariantsOnStep,
  resolveVariants,
  type VariantSources,
} from '@/domain/analytics/resolve-variant'

const { CODE, ORIGINAL, VARIANT_1, VARIANT_2, VARIANT_4 } = experiments.AUTO_RENEWAL

const emptySources: VariantSources = {
  experiments: undefined,
  experiences: undefined,
  assigned: {},
  cookie: undefined,
  splitTest: undefined,
}
/** Every source has a different variant. */
const fullSources: VariantSources = {
  experiments: { [CODE]: { variation_id: VARIANT_1 } },
  experiences: { [CODE]: { variation: { id: VARIANT_2 } } },
  assigned: { AUTO_RENEWAL: 'VARIANT_3' },
  cookie: `vi:1*sc:2*exp:{${CODE}.{v.${VARIANT_4}-g.{10001841.1}}}*ps:1374074823`,
  splitTest: `{"${CODE}":"${ORIGINAL}"}`,
}
const order = ['experiments', 'experiences', 'assigned', 'cookie', 'splitTest'] as const
const expected = ['VARIANT_1', 'VARIANT_2', 'VARIANT_3', 'VARIANT_4', 'ORIGINAL']

describe('a variant', () => {
  it.each(order.map((source, index) => [source, index] as const))(
    'of %s wins over all later sources',
    (_, index) => {
      const precedingSources = Object.fromEntries(
        order.slice(0, index).map(name => [name, emptySources[name]]),
      )
      expect(resolveVariants({ ...fullSources, ...precedingSources })).toEqual({
        AUTO_RENEWAL: expected[index],
      })
    },
  )

  it.each(order)('is found in %s alone', source => {
    const sources = { ...emptySources, [source]: fullSources[source] }
    expect(Object.keys(resolveVariants(sources))).toEqual(['AUTO_RENEWAL'])
  })

  it('is undefined without any source', () => {
    expect(resolveVariants(emptySources)).toEqual({})
  })

  it.each<[string, unknown]>([
    ['no data', null],
    ['a text', 'x'],
    ['a list', [CODE]],
    ['an experiment of another shop', { 999: { variation_id: '1' } }],
    ['a variant the experiment does not have', { [CODE]: { variation_id: '1' } }],
    ['no variant', { [CODE]: { variation: null } }],
    ['an object for a variant', { [CODE]: { variation: { id: {} } } }],
  ])('is not found in the service’s data: %s', (_, data) => {
    expect(resolveVariants({ ...emptySources, experiments: data, experiences: data })).toEqual({})
  })

  it('is found by a number as well as by a string', () => {
    const experiences = { [CODE]: { variation: { id: Number(VARIANT_2) } } }
    expect(resolveVariants({ ...emptySources, experiences })).toEqual({ AUTO_RENEWAL: 'VARIANT_2' })
  })

  it.each([
    ['a longer number that holds the codes', `exp:{1${CODE}.{v.1${VARIANT_1}}}`],
    ['a variant without its experiment', `v.${VARIANT_1}`],
    ['an experiment without a variant', `exp:{${CODE}.{v.7}}`],
    ['an empty cookie', ''],
  ])('is not found in a cookie: %s', (_, cookie) => {
    expect(resolveVariants({ ...emptySources, cookie, splitTest: cookie })).toEqual({})
  })
})

describe('the variants to store', () => {
  it('are only those that have changed', () => {
    const current = { AUTO_RENEWAL: 'VARIANT_1' }
    expect(diffVariants(current, { ...current, AB_17_TRAVEL_WALLET: 'ORIGINAL' })).toEqual({
      AB_17_TRAVEL_WALLET: 'ORIGINAL',
    })
    expect(diffVariants(current, current)).toBeUndefined()
    expect(diffVariants(current, {})).toBeUndefined()
  })

  it('are only those the shop has', () => {
    const submitted = {
      AB_17_TRAVEL_WALLET: 'VARIANT_1',
      AUTO_RENEWAL: 'CODE',
      HOW_IT_WORKS: 'VARIANT_5',
      constructor: 'VARIANT_1',
      NOBODYS: 'VARIANT_1',
      AB_30_SUBSCRIPTION: 'toString',
    }
    expect(pickKnownVariants(submitted)).toEqual({ AB_17_TRAVEL_WALLET: 'VARIANT_1' })
  })

  it('are found by the service’s codes', () => {
    expect(findVariantCodes('AUTO_RENEWAL', 'VARIANT_2')).toEqual({
      code: CODE,
      variantCode: VARIANT_2,
    })
    expect(findVariantCodes('AUTO_RENEWAL', 'VARIANT_5')).toBeUndefined()
  })
})

describe('an experiment', () => {
  it('is shown and reported on its step', () => {
    const variants = { AB_17_TRAVEL_WALLET: 'VARIANT_1', STRIPE_PAYMENT_ELEMENT: 'ORIGINAL' }
    expect(pickVariantsOnStep(variants, 'shipping')).toEqual({ AB_17_TRAVEL_WALLET: 'VARIANT_1' })
    expect(pickVariantsOnStep(variants, 'express-payment')).toEqual({
      STRIPE_PAYMENT_ELEMENT: 'ORIGINAL',
    })
    expect(pickVariantsOnStep(variants, undefined)).toEqual({})
  })

  it('does not change during or after the payment', () => {
    expect(isAssignmentClosed('payment')).toBe(true)
    expect(isAssignmentClosed('thank-you')).toBe(true)
    expect(isAssignmentClosed('shipping')).toBe(false)
    expect(isAssignmentClosed(undefined)).toBe(false)
  })

  it('shares no code with another experiment', () => {
    const codes = Object.values(experiments).flatMap(experiment => Object.values(experiment))
    expect(new Set(codes).size).toBe(codes.length)
  })
})
