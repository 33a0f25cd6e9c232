import { describe, expect, it } from 'vitest'
import { countryCodes } from '@/domain/data/country-codes'
import {
  destinationIds,
  parseDestinationId,
  resolveDestinationCountry,
} from '@/domain/data/destinations'

describe('a destination', () => {
  it('is any country, Bali or Dubai', () => {
    expect(destinationIds).toEqual([
      ...countryCodes.map(code => code.toLowerCase()),
      'x-bali',
      'x-dubai',
    ])
  })

  it.each([
    ['ID', 'id'],
    ['es', 'es'],
    ['X-Bali', 'x-bali'],
    ['x-dubai', 'x-dubai'],
    ['bali', undefined],
    ['zz', undefined],
    ['toString', undefined],
    ['', undefined],
    [undefined, undefined],
    [42, undefined],
  ])('%s is the destination %s', (code, id) => expect(parseDestinationId(code)).toBe(id))

  it('lies in a country', () => {
    expect(resolveDestinationCountry('x-bali')).toBe('ID')
    expect(resolveDestinationCountry('x-dubai')).toBe('AE')
    expect(resolveDestinationCountry('jp')).toBe('JP')
  })
})
