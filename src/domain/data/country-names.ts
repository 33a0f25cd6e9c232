import { type CountryCode, parseCountryCode } from '@/domain/data/countries'
import { countryCodes } from '@/domain/data/country-codes'

/** Names by upper-case country code. */
export type CountryNames = Readonly<Record<string, string>>

/**
 * The known names by language: all of them on the server, at first those of the page in a browser.
 * They never come from `Intl`, whose data differ between the server and each browser.
 */
const namesByLanguage: Record<string, CountryNames> = {}

/** Adds names of a language; the order of the known ones stays. */
export function addCountryNames(language: string, names: CountryNames): void {
  namesByLanguage[language] = { ...namesByLanguage[language], ...names }
}

/** Sets the names of all countries of a language, in its alphabetical order. */
export function setCountryTable(language: string, table: CountryNames): void {
  namesByLanguage[language] = table
}

/**
 * The country's name in a language, else in English, else its code. A value that is no country code
 * is returned as it is.
 */
export function formatCountryName(code: string, language: string): string {
  const country = parseCountryCode(code) ?? ''
  return namesByLanguage[language]?.[country] ?? namesByLanguage['en']?.[country] ?? code
}

/** Whether the names of all countries are known in a language. */
export const hasCountryTable = (language: string): boolean =>
  listCountriesByName(language).length === countryCodes.length

/** The countries whose names are known in a language: of its table, in its alphabetical order. */
export const listCountriesByName = (language: string) =>
  Object.entries(namesByLanguage[language] ?? {}).map(([code, name]) => ({
    code: code as CountryCode,
    name,
  }))
