import { describe, expect, it, vi } from 'vitest'
import { countryCodes } from '@/domain/data/country-codes'
import {
  addCountryNames,
  formatCountryName,
  listCountriesByName,
  setCountryTable,
} from '@/domain/data/country-names'
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

  it('are English, then the code, where a language lacks one', () => {
    addCountryNames('xx', { DE: 'Dxx' })
    expect(formatCountryName('de', 'xx')).toBe('Dxx')
    expect(formatCountryName('jp', 'xx')).toBe('Japan')
    const table = Object.fromEntries(
      listCountriesByName('en').map(({ code, name }) => [code, name]),
    )
    setCountryTable('en', {})
    expect(formatCountryName('jp', 'xx')).toBe('jp')
    setCountryTable('en', table)
  })

  it('keep the order of the table when a page adds some of them', () => {
    const order = listCountriesByName('fr')
    addCountryNames('fr', { ZW: 'Zimbabwe', DE: 'Allemagne' })
    expect(listCountriesByName('fr')).toEqual(order)
  })

  it('do not come from the engine', () => {
    vi.spyOn(Intl.DisplayNames.prototype, 'of').mockReturnValue('Elsewhere')
    expect(formatCountryName('tr', 'en')).toBe('Türkiye')
  })

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
