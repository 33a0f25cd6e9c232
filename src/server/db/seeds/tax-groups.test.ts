import { describe, expect, it } from 'vitest'
import { isCountryCode } from '@/domain/data/countries'
import { taxGroups } from '@/server/db/seeds/tax-groups'

function rateOf(country: string, state?: string): number | undefined {
  return taxGroups.find(row => row.country === country && row.state === state)?.tax_rate
}

describe('tax groups', () => {
  it('contain existing countries, each place once', () => {
    expect(taxGroups.every(({ country }) => isCountryCode(country))).toBe(true)
    const places = taxGroups.map(({ country, state }) => `${country}-${state ?? ''}`)
    expect(new Set(places).size).toBe(places.length)
  })

  it('contain only rates above 0 and below 30 percent', () => {
    expect(taxGroups.every(({ tax_rate }) => tax_rate > 0 && tax_rate < 30)).toBe(true)
  })

  it.each([
    ['DE', undefined, 19],
    ['FI', undefined, 25.5],
    ['HU', undefined, 27],
    ['GB', undefined, 20],
    ['CH', undefined, 8.1],
    ['CA', undefined, 5],
    ['CA', 'ON', 13],
    ['CA', 'NS', 14],
    ['US', 'CA', 7.25],
    ['US', 'NY', 4],
    ['US', 'OR', undefined],
    ['US', undefined, undefined],
    ['BR', undefined, undefined],
  ])('%s %s pays %s percent', (country, state, rate) => expect(rateOf(country, state)).toBe(rate))

  it('cover the 13 provinces and territories of Canada', () => {
    expect(taxGroups.filter(({ country, state }) => country === 'CA' && state)).toHaveLength(13)
  })
})
