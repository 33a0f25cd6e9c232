import callingCodes from '@/domain/data/calling-codes.json' with { type: 'json' }
import { type CountryCode, parseCountryCode } from '@/domain/data/countries'

/**
 * The calling code of a country code in any case, without the plus: `44` for gb; undefined for the
 * few countries without one.
 */
export function findCallingCode(country: string): string | undefined {
  const code = parseCountryCode(country)
  const codes: Readonly<Partial<Record<CountryCode, string>>> = callingCodes
  return code && codes[code]
}
