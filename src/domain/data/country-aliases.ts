import type { CountryCode } from '@/domain/data/countries'
import aliases from '@/domain/data/country-aliases.json'

/** Names a country is searched by besides the one shown: in English, its own, and everyday ones. */
export const countryAliases: Readonly<Record<CountryCode, readonly string[]>> = aliases
