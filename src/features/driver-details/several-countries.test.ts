import { describe, expect, it } from 'vitest'
import { countriesByName } from '@/domain/data/country-names'
import { searchCountries } from '@/domain/destinations/country-search'
import { isList, namedIn } from '@/ui/pickers/named'

const choices = [
  ...countriesByName('en').map(({ code, name }) => ({ value: code.toLowerCase(), label: name })),
  { value: 'x-bali', label: 'Bali (Indonesia)' },
]
const named = (text: string) => {
  const { found, rest } = namedIn(text, typed => searchCountries(typed, choices))
  return [found.map(({ value }) => value).join(' '), rest]
}

describe('what is typed where several may be chosen', () => {
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
  ])('%j adds %j and leaves %j', (text, values, rest) => {
    expect(named(text)).toEqual([values, rest])
  })

  it('is a list when it has a sign between names', () => {
    expect([isList('Spain, Italy'), isList('إسبانيا، إيطاليا'), isList('Spain')]).toEqual([
      true,
      true,
      false,
    ])
  })
})
