import { type CountryCode, parseCountryCode } from '@/domain/data/countries'
import { countryCodes } from '@/domain/data/country-codes'

export type NamedCountry = { code: CountryCode; name: string }

/** Cached per language: building one takes milliseconds. */
const displayNames = new Map<string, Intl.DisplayNames>()
const sortedCountries = new Map<string, readonly NamedCountry[]>()

function resolveDisplayNames(language: string): Intl.DisplayNames {
  const cached = displayNames.get(language)
  if (cached) return cached
  const names = new Intl.DisplayNames([language, 'en'], { type: 'region' })
  displayNames.set(language, names)
  return names
}

/** The country's name in a language; a value that is no country code is returned as it is. */
export function formatCountryName(code: string, language: string): string {
  const country = parseCountryCode(code)
  return country ? (resolveDisplayNames(language).of(country) ?? code) : code
}

/** All countries with their names in a language, in its alphabetical order. */
export function listCountriesByName(language: string): readonly NamedCountry[] {
  const cached = sortedCountries.get(language)
  if (cached) return cached
  const { compare } = new Intl.Collator([language, 'en'])
  const sorted = countryCodes
    .map(code => ({ code, name: formatCountryName(code, language) }))
    .sort((a, b) => compare(a.name, b.name))
  sortedCountries.set(language, sorted)
  return sorted
}
