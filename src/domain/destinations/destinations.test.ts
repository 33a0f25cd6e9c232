import { describe, expect, it } from 'vitest'
import { countryCodes } from '@/domain/data/country-codes'
import {
  isDestinationCode,
  maxDestinations,
  parseDestinations,
} from '@/domain/destinations/destinations'

describe('a destination', () => {
  it.each([
    ['it', true],
    ['IT', true],
    ['x-bali', true],
    ['X-Dubai', true],
    ['zz', false],
    ['x-paris', false],
    ['', false],
    [null, false],
  ])('%s: %s', (code, expected) => expect(isDestinationCode(code)).toBe(expected))

  it.each([
    [[], []],
    [[''], []],
    [
      ['IT', 'x-bali'],
      ['it', 'x-bali'],
    ],
    [['it', 'IT', ' it '], ['it']],
  ])('%j is parsed to %j', (codes, destinations) => {
    expect(parseDestinations(codes)).toEqual({ destinations, issues: [] })
  })

  it('that is invalid is omitted and reported', () => {
    expect(parseDestinations(['it', 'zz', 'jp'])).toEqual({
      destinations: ['it', 'jp'],
      issues: [{ field: 'destinations', message: 'destinations.unknown' }],
    })
  })

  it('is one of at most twenty', () => {
    const codes = countryCodes.slice(0, 21)
    expect(parseDestinations(codes.slice(0, maxDestinations)).issues).toEqual([])
    const { destinations, issues } = parseDestinations(codes)
    expect(destinations).toHaveLength(20)
    expect(issues).toEqual([{ field: 'destinations', message: 'destinations.many' }])
  })
})
