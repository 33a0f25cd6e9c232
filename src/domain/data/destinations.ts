import { type CountryCode, parseCountryCode } from '@/domain/data/countries'
import { countryCodes } from '@/domain/data/country-codes'

/** Bali and Dubai are destinations of their own, each with the country it lies in. */
const places = { 'x-bali': 'ID', 'x-dubai': 'AE' } as const satisfies Record<string, CountryCode>

/** A lower-case country code, or one of the places. */
export type DestinationId = Lowercase<CountryCode> | keyof typeof places

export const destinationIds: readonly DestinationId[] = [
  ...countryCodes.map(code => code.toLowerCase() as Lowercase<CountryCode>),
  ...(Object.keys(places) as (keyof typeof places)[]),
]

/** The destination id of a code in any case; undefined if it is none. */
export function parseDestinationId(code: unknown): DestinationId | undefined {
  const id = typeof code === 'string' ? code.toLowerCase() : ''
  if (isPlace(id)) return id
  return parseCountryCode(id)?.toLowerCase() as DestinationId | undefined
}

/** The country of a destination. */
export const resolveDestinationCountry = (id: DestinationId): CountryCode =>
  isPlace(id) ? places[id] : (id.toUpperCase() as CountryCode)

const isPlace = (id: string): id is keyof typeof places => Object.hasOwn(places, id)
