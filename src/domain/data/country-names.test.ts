import { describe, expect, it } from 'vitest'
import { countryCodes } from '@/domain/data/country-codes'
import { formatCountryName, listCountriesByName } from '@/domain/data/country-names'
import { languages } from '@/domain/data/languages'

describe('country names', () => {
  it.each([
    ['JP', 'en', 'Japan'],
    ['JP', 'ar', 'اليابان'],
    ['de', 'fr', 'Allemagne'],
    ['XK', 'en', 'Kosovo'],
    ['x-bali', 'en', 'x-bali'],
    ['', 'en', ''],
  ])('%s in %s is %s', (code, language, name) =>
    expect(formatCountryName(code, language)).toBe(name),
  )

  it.each(languages)('every country has its own name in $name', ({ code }) => {
    const names = listCountriesByName(code).map(({ name }) => name)
    expect(new Set(names).size).toBe(countryCodes.length)
    expect(names.filter(name => /^[A-Z]{2}$/.test(name))).toEqual([])
  })

  it('are in the alphabetical order of the language', () => {
    const swedish = listCountriesByName('sv').map(({ code }) => code)
    expect(swedish.slice(-3)).toEqual(['AX', 'AT', 'TL'])
    expect(listCountriesByName('en')[0]).toEqual({ code: 'AF', name: 'Afghanistan' })
  })
})
