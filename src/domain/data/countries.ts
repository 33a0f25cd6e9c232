import { countryCodes } from '@/domain/data/country-codes'

export type CountryCode = (typeof countryCodes)[number]

const knownCodes = new Set<string>(countryCodes)

/** Whether the code names a country, compared upper-case (SPEC 5). */
export function isCountryCode(code: unknown): boolean {
  return parseCountryCode(code) !== undefined
}

/** The upper-case country code of a value in any case; undefined when no country has it. */
export function parseCountryCode(code: unknown): CountryCode | undefined {
  if (typeof code !== 'string') return undefined
  const upper = code.toUpperCase()
  return knownCodes.has(upper) ? (upper as CountryCode) : undefined
}

/** Countries listed first while nothing is typed, the heaviest first (SPEC 9). */
export const countryWeights: Partial<Record<CountryCode, number>> = {
  US: 10,
  FR: 5,
  ID: 3,
  IT: 2,
  DE: 1,
  GB: 1,
}
