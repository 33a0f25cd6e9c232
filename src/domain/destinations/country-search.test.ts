import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listCountriesByName } from '@/domain/data/country-names'
import { type CountryChoice, searchCountries } from '@/domain/destinations/country-search'
import { foldText } from '@/domain/input/search-text'

const listChoices = (language: string): CountryChoice[] =>
  listCountriesByName(language).map(({ code, name }) => ({
    value: code.toLowerCase(),
    label: name,
  }))

const english = listChoices('en')
const arabic = listChoices('ar')
const withPlaces = [
  ...english,
  { value: 'x-bali', label: 'Bali (Indonesia)' },
  { value: 'x-dubai', label: 'Dubai (United Arab Emirates)' },
]

const searchValues = (query: string, choices = english) =>
  searchCountries(query, choices).map(({ value }) => value)

describe('a query finds the country', () => {
  it.each([
    ['fr', 'fr'],
    ['FRANCE', 'fr'],
    ['united k', 'gb'],
    ['new zea', 'nz'],
    ['UK', 'gb'],
    ['u.k.', 'gb'],
    ['Great Britain', 'gb'],
    ['England', 'gb'],
    ['scot', 'gb'],
    ['Wales', 'gb'],
    ['us', 'us'],
    ['USA', 'us'],
    ['america', 'us'],
    ['Holland', 'nl'],
    ['Nederland', 'nl'],
    ['Emirates', 'ae'],
    ['UAE', 'ae'],
    ['Dubai', 'ae'],
    ['Bali', 'id'],
    ['Burma', 'mm'],
    ['Deutschland', 'de'],
    ['España', 'es'],
    ['espana', 'es'],
    ['Tenerife', 'es'],
    ['Österreich', 'at'],
    ['osterr', 'at'],
    ['Schweiz', 'ch'],
    ['suisse', 'ch'],
    ['Ivory Coast', 'ci'],
    ["cote d'ivoire", 'ci'],
    ['Sao Tome', 'st'],
    ['reunion', 're'],
    ['curacao', 'cw'],
    ['aland', 'ax'],
    ['Turkey', 'tr'],
    ['turkiye', 'tr'],
    ['Czech Republic', 'cz'],
    ['Swaziland', 'sz'],
    ['south korea', 'kr'],
    ['korea south', 'kr'],
    ['Россия', 'ru'],
    ['日本', 'jp'],
    ['대한민국', 'kr'],
    ['ישראל', 'il'],
    ['مصر', 'eg'],
    ['Magyar', 'hu'],
    ['suomi', 'fi'],
    ['Macedonia', 'mk'],
    ['antigua and barbuda', 'ag'],
    ['  italy  ', 'it'],
    ['한국', 'kr'],
    ['ประเทศไทย', 'th'],
    ['The Bahamas', 'bs'],
    ['the united states', 'us'],
    ['Sint Martin', 'sx'],
    ['Saint Martin', 'sx'],
    ['Germny', 'de'],
    ['Germanny', 'de'],
    ['Gernany', 'de'],
    ['Grece', 'gr'],
    ['Spian', 'es'],
    ['Itly', 'it'],
    ['Hollnad', 'nl'],
  ])('%s', (query, country) => expect(searchValues(query)[0]).toBe(country))
})

it('whole names come first, then starts of names, of words in them, other names, and codes', () => {
  expect(searchValues('guinea').slice(0, 2)).toEqual(['gn', 'gw'])
  expect(searchValues('uk')).toEqual(['gb', 'ua'])
  expect(searchValues('land')).toEqual([])
  expect(searchValues('new')).toEqual(['nc', 'nz', 'pg'])
  expect(searchValues('zea')).toEqual(['nz'])
  expect(searchValues('hol')).toEqual(['nl', 'va'])
  expect(searchValues('dk')).toEqual(['dk'])
  expect(searchValues('in')[0]).toBe('in')
})

it('shows the other name that matched, unless the country’s own name matches', () => {
  expect(searchCountries('holl', english)[0]).toMatchObject({ value: 'nl', alias: 'Holland' })
  expect(searchCountries('nether', english).every(({ alias }) => alias === undefined)).toBe(true)
})

it('marks a match of a whole name', () => {
  const isWholeMatch = (query: string) => searchCountries(query, english)[0]?.isWhole
  expect([isWholeMatch('niger'), isWholeMatch('uk'), isWholeMatch('myanmar')]).toEqual([
    true,
    true,
    true,
  ])
  expect([isWholeMatch('nige'), isWholeMatch('de')]).toEqual([false, false])
})

it('a typo is not a whole name, so nothing is selected automatically', () => {
  expect(searchCountries('Germny', english)).toEqual([
    { value: 'de', label: 'Germany', isWhole: false },
  ])
  expect(searchCountries('Hollnad', english)[0]).toMatchObject({ alias: 'Holland', isWhole: false })
})

describe('an empty query', () => {
  it('lists the busiest countries first, the others in their order', () => {
    expect(searchValues('').slice(0, 8)).toEqual(['us', 'fr', 'id', 'it', 'de', 'gb', 'af', 'ax'])
    expect(searchValues(' ')).toHaveLength(250)
    expect(searchValues('', arabic).slice(0, 4)).toEqual(['us', 'fr', 'id', 'it'])
  })

  it('marks the busiest ones, which a line separates from the others', () => {
    const frequent = searchCountries('', english).filter(({ isFrequent }) => isFrequent)
    expect(frequent.map(({ value }) => value)).toEqual(['us', 'fr', 'id', 'it', 'de', 'gb'])
  })

  it('a query ignores the weights', () => {
    expect(searchValues('united')).toEqual(
      ['ae', 'gb', 'us'].concat(searchValues('united').slice(3)),
    )
  })
})

describe('an Arabic query', () => {
  it.each([
    ['فرنسا', 'fr'],
    ['الامارات', 'ae'],
    ['امارات', 'ae'],
    ['السعودية', 'sa'],
    ['سعوديه', 'sa'],
    ['اندونيسيا', 'id'],
    ['المانيا', 'de'],
    ['germany', 'de'],
    ['Deutschland', 'de'],
    ['uk', 'gb'],
    ['أمريكا', 'us'],
    ['بريطانيا', 'gb'],
  ])('finds %s', (query, country) => expect(searchValues(query, arabic)[0]).toBe(country))
})

describe('a Japanese query', () => {
  const japanese = listChoices('ja')
  it.each([
    ['あめりか', 'us'],
    ['アメリカ', 'us'],
    ['ｱﾒﾘｶ', 'us'],
    ['すぺいん', 'es'],
    ['にゅーじーらんど', 'nz'],
    ['にほん', 'jp'],
    ['米国', 'us'],
    ['英国', 'gb'],
  ])('finds %s', (query, country) => expect(searchValues(query, japanese)[0]).toBe(country))
})

it.each([
  ['es', 'EEUU', 'us'],
  ['es', 'Inglaterra', 'gb'],
  ['es', 'Holanda', 'nl'],
  ['fr', 'Angleterre', 'gb'],
  ['fr', 'Hollande', 'nl'],
  ['de', 'Amerika', 'us'],
  ['de', 'England', 'gb'],
  ['de', 'Holland', 'nl'],
])('a colloquial name is found in %s: %s', (language, query, country) =>
  expect(searchValues(query, listChoices(language))[0]).toBe(country),
)

describe('Bali and Dubai', () => {
  it.each([
    ['bali', ['x-bali', 'id']],
    ['denpasar', ['x-bali']],
    ['dubai', ['x-dubai', 'ae']],
    ['indonesia', ['id', 'x-bali']],
  ])('%s finds the place and its country', (query, values) => {
    expect(searchValues(query, withPlaces)).toEqual(values)
  })

  it('are found by their own names in every script', () => {
    const places = [...arabic, { value: 'x-bali', label: 'بالي (إندونيسيا)' }]
    expect(searchValues('Bali', places)[0]).toBe('x-bali')
    expect(searchValues('بالي', places)[0]).toBe('x-bali')
  })
})

it('a calling code finds its countries', () => {
  const callingCodeChoices = [
    { value: 'de', label: 'Germany (+49)' },
    { value: 'gb', label: 'United Kingdom (\u200e+44)' },
  ]
  expect(searchValues('+49', callingCodeChoices)).toEqual(['de'])
  expect(searchValues('44', callingCodeChoices)).toEqual(['gb'])
  expect(searchValues('germany', callingCodeChoices)).toEqual(['de'])
})

it('an unknown name finds nothing', () => {
  expect(searchValues('xyz')).toEqual([])
  expect(searchValues('france germany')).toEqual([])
  expect(searchValues('the')).not.toEqual([])
  expect(searchValues('zzzz')).toEqual([])
})

it('any query finds each country at most once, and only countries of the list', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), query => {
      const values = searchValues(query, withPlaces)
      expect(new Set(values).size).toBe(values.length)
      expect(values.every(value => withPlaces.some(choice => choice.value === value))).toBe(true)
      expect(foldText(foldText(query))).toBe(foldText(query))
    }),
  )
})
