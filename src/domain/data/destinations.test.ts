import { describe, expect, it } from 'vitest'
import { countryCodes } from '@/domain/data/country-codes'
import { countryOfDestination, destinationIdOf, destinationIds } from '@/domain/data/destinations'

describe('where one can drive', () => {
  it('is every country, Bali and Dubai', () => {
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
  ])('%s is the destination %s', (code, id) => expect(destinationIdOf(code)).toBe(id))

  it('lies in a country', () => {
    expect(countryOfDestination('x-bali')).toBe('ID')
    expect(countryOfDestination('x-dubai')).toBe('AE')
    expect(countryOfDestination('jp')).toBe('JP')
  })
})
