import { describe, expect, it } from 'vitest'
import { countryCodes } from '@/domain/data/country-codes'
import {
  destinationsIn,
  isDestinationCode,
  mostDestinations,
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
  ])('%j is kept as %j', (codes, destinations) => {
    expect(destinationsIn(codes)).toEqual({ destinations, issues: [] })
  })

  it('that is none is left out, and said', () => {
    expect(destinationsIn(['it', 'zz', 'jp'])).toEqual({
      destinations: ['it', 'jp'],
      issues: [{ field: 'destinations', message: 'destinations.unknown' }],
    })
  })

  it('is one of twenty at most', () => {
    const codes = countryCodes.slice(0, 21)
    expect(destinationsIn(codes.slice(0, mostDestinations)).issues).toEqual([])
    const { destinations, issues } = destinationsIn(codes)
    expect(destinations).toHaveLength(20)
    expect(issues).toEqual([{ field: 'destinations', message: 'destinations.many' }])
  })
})
