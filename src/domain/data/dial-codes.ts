import callingCodes from '@/domain/data/calling-codes.json' with { type: 'json' }
import { type CountryCode, parseCountryCode } from '@/domain/data/countries'

/** Calling codes without the plus, by country; absent for the few countries without one. */
export const dialCodes: Readonly<Partial<Record<CountryCode, string>>> = callingCodes

/** The calling code of a country code in any case, without the plus: `44` for gb. */
export function findCallingCode(country: string): string | undefined {
  const code = parseCountryCode(country)
  return code && dialCodes[code]
}
