import callingCodes from '@/domain/data/calling-codes.json' with { type: 'json' }
import { type CountryCode, parseCountryCode } from '@/domain/data/countries'

/** Digits dialled after the plus, by country; the few without telephones of their own are absent. */
export const dialCodes: Readonly<Partial<Record<CountryCode, string>>> = callingCodes

/** The digits dialled after the plus for a country code in any case, e.g. `44` for gb. */
export function findCallingCode(country: string): string | undefined {
  const code = parseCountryCode(country)
  return code && dialCodes[code]
}
