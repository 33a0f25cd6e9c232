import { describe, expect, it } from 'vitest'
import { listCountriesByName } from '@/domain/data/country-names'
import { searchCountries } from '@/domain/destinations/country-search'
import { isList, parseNameList } from '@/ui/pickers/use-picker-state'

const choices = [
  ...listCountriesByName('en').map(({ code, name }) => ({
    value: code.toLowerCase(),
    label: name,
  })),
  { value: 'x-bali', label: 'Bali (Indonesia)' },
]
const parseInput = (text: string) => {
  const { exactMatches, unmatched } = parseNameList(text, query => searchCountries(query, choices))
  return [exactMatches.map(({ value }) => value).join(' '), unmatched]
}

describe('the input for several countries', () => {
  it.each([
    ['Spain', 'es', ''],
    ['uk', 'gb', ''],
    ['Spain, Italy, France', 'es it fr', ''],
    ['Spain;Italy ; ', 'es it', ''],
    ['إسبانيا، Italy', 'it', 'إسبانيا'],
    ['Bali, Indonesia', 'x-bali id', ''],
    ['Spain, zzzz, France, Fr', 'es fr', 'zzzz, Fr'],
    ['Fr', '', 'Fr'],
    ['Germ', '', 'Germ'],
    ['Germny', '', 'Germny'],
    ['zzzz', '', 'zzzz'],
    [' , ', '', ''],
  ])('%j adds %j and leaves %j', (text, values, unmatched) => {
    expect(parseInput(text)).toEqual([values, unmatched])
  })

  it('is a list if it has a separator between names', () => {
    expect([isList('Spain, Italy'), isList('إسبانيا، إيطاليا'), isList('Spain')]).toEqual([
      true,
      true,
      false,
    ])
  })
})
