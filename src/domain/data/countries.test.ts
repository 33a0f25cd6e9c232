import countries from 'i18n-iso-countries'
import { describe, expect, it } from 'vitest'
import callingCodes from '@/domain/data/calling-codes.json' with { type: 'json' }
import { countryWeights, isCountryCode, parseCountryCode } from '@/domain/data/countries'
import { countryAliases } from '@/domain/data/country-aliases'
import { countryCodes } from '@/domain/data/country-codes'
import { findCallingCode } from '@/domain/data/dial-codes'

describe('country codes', () => {
  it('are the 250 of ISO 3166', () => {
    expect([...countryCodes]).toEqual(Object.keys(countries.getAlpha2Codes()).sort())
    expect(countryCodes).toHaveLength(250)
  })

  it.each([
    ['US', 'US'],
    ['us', 'US'],
    ['Xk', 'XK'],
    ['UK', undefined],
    ['x-bali', undefined],
    ['', undefined],
    [null, undefined],
    [44, undefined],
  ])('%s is the country %s', (value, code) => {
    expect(parseCountryCode(value)).toBe(code)
    expect(isCountryCode(value)).toBe(code !== undefined)
  })

  it('have weights for the busiest countries', () => {
    expect(countryWeights).toEqual({ US: 10, FR: 5, ID: 3, IT: 2, DE: 1, GB: 1 })
  })
})

describe('calling codes', () => {
  it('are missing only for places without telephones', () => {
    const codesWithoutCallingCode = countryCodes.filter(code => findCallingCode(code) === undefined)
    expect(codesWithoutCallingCode).toEqual(['AQ', 'BV', 'GS', 'HM', 'PN', 'TF', 'UM'])
  })

  it('are one to three digits', () => {
    expect(Object.values(callingCodes).filter(digits => !/^[1-9]\d{0,2}$/.test(digits))).toEqual([])
    expect(Object.keys(callingCodes).filter(code => !isCountryCode(code))).toEqual([])
  })

  it.each([
    ['us', '1'],
    ['CA', '1'],
    ['GB', '44'],
    ['ID', '62'],
    ['JP', '81'],
    ['AE', '971'],
    ['XK', '383'],
    ['UA', '380'],
    ['NZ', '64'],
    ['ZZ', undefined],
  ])('%s is dialled with +%s', (country, digits) => expect(findCallingCode(country)).toBe(digits))
})

describe('country aliases', () => {
  it('exist for every country', () => {
    expect(countryCodes.filter(code => countryAliases[code].length === 0)).toEqual([])
  })

  it.each([
    ['GB', ['UK', 'Great Britain', 'England', 'Scotland', 'Wales', 'United Kingdom']],
    ['US', ['USA', 'America', 'United States of America']],
    ['NL', ['Holland', 'Nederland']],
    ['AE', ['Emirates', 'Dubai', 'UAE']],
    ['ID', ['Bali']],
    ['MM', ['Burma']],
    ['CZ', ['Czechia', 'Czech Republic']],
    ['TR', ['Turkey', 'Türkiye']],
    ['SZ', ['Swaziland']],
    ['DE', ['Germany', 'Deutschland']],
    ['ES', ['España']],
    ['JP', ['日本']],
    ['CI', ['Ivory Coast']],
  ] as const)('find %s as %s', (country, names) => {
    expect(countryAliases[country]).toEqual(expect.arrayContaining([...names]))
  })
})
