import { countryCodes } from '@/domain/data/country-codes'

export type CountryCode = (typeof countryCodes)[number]

const knownCodes = new Set<string>(countryCodes)

/** Whether the value is a country code, in any case. */
export function isCountryCode(code: unknown): boolean {
  return parseCountryCode(code) !== undefined
}

/** The upper-case country code of a value in any case; undefined if it is none. */
export function parseCountryCode(code: unknown): CountryCode | undefined {
  if (typeof code !== 'string') return undefined
  const upper = code.toUpperCase()
  return knownCodes.has(upper) ? (upper as CountryCode) : undefined
}

/** Countries listed first while the search is empty, the heaviest first. */
export const countryWeights: Partial<Record<CountryCode, number>> = {
  US: 10,
  FR: 5,
  ID: 3,
  IT: 2,
  DE: 1,
  GB: 1,
}
