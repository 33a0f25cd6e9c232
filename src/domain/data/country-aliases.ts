import type { CountryCode } from '@/domain/data/countries'
import aliases from '@/domain/data/country-aliases.json'

/** Further names to search a country by: in English, in its own languages, and colloquial ones. */
export const countryAliases: Readonly<Record<CountryCode, readonly string[]>> = aliases
