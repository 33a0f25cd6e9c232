import { describe, expect, it } from 'vitest'
import { experiments, findVariant, isInVariant } from '@/domain/analytics/experiments'

describe('an experiment', () => {
  it.each([
    ['1004170', 'ORIGINAL'],
    ['1004171', 'VARIANT_1'],
  ])('finds its variant by the code %s', (code, variant) => {
    expect(findVariant('100417', code)).toEqual({ experiment: 'AB_17_TRAVEL_WALLET', variant })
  })

  it.each([
    ['a code of another experiment', '1', '1004171'],
    ['a variant it does not have', '100417', '1'],
    ['its own code for a variant', '100417', '100417'],
    ['no variant', '100417', null],
    ['no experiment', null, '1004171'],
  ])('has no variant for %s', (_, code, variant) => {
    expect(findVariant(code, variant)).toBeNull()
  })

  it('shows the original to customers without a variant', () => {
    expect(isInVariant({}, 'AB_17_TRAVEL_WALLET')).toBe(false)
    expect(isInVariant({ AB_17_TRAVEL_WALLET: 'ORIGINAL' }, 'AB_17_TRAVEL_WALLET')).toBe(false)
    expect(isInVariant({ AB_17_TRAVEL_WALLET: 'VARIANT_1' }, 'AB_17_TRAVEL_WALLET')).toBe(true)
  })

  it.each(Object.entries(experiments))('%s has numeric codes, all different', (_, codes) => {
    const allCodes = Object.values(codes)
    for (const code of allCodes) expect(code).toMatch(/^\d+$/)
    expect(new Set(allCodes).size).toBe(allCodes.length)
  })
})
