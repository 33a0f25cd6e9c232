import { type CountryCode, countryCodeOf } from '@/domain/data/countries'
import { countryCodes } from '@/domain/data/country-codes'

export type NamedCountry = { code: CountryCode; name: string }

/** Building these takes milliseconds each, so every language gets one and keeps it. */
const displayNames = new Map<string, Intl.DisplayNames>()
const sortedCountries = new Map<string, readonly NamedCountry[]>()

function displayNamesIn(language: string): Intl.DisplayNames {
  const kept = displayNames.get(language)
  if (kept) return kept
  const made = new Intl.DisplayNames([language, 'en'], { type: 'region' })
  displayNames.set(language, made)
  return made
}

/** The country's name in a language; a value that is no country code comes back as it is. */
export function countryName(code: string, language: string): string {
  const country = countryCodeOf(code)
  return country ? (displayNamesIn(language).of(country) ?? code) : code
}

/** All countries with their names in a language, in that language's alphabetical order. */
export function countriesByName(language: string): readonly NamedCountry[] {
  const kept = sortedCountries.get(language)
  if (kept) return kept
  const { compare } = new Intl.Collator([language, 'en'])
  const sorted = countryCodes
    .map(code => ({ code, name: countryName(code, language) }))
    .sort((a, b) => compare(a.name, b.name))
  sortedCountries.set(language, sorted)
  return sorted
}
