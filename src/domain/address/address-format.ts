import { normalizeText } from '@/domain/input/clean-input'

// The address format of one country. The tables of all countries are in address-formats.ts: a
// browser loads them only when another country is chosen.

/** The fields of an address besides the names. */
export type AddressField = 'address' | 'street_number' | 'city' | 'state' | 'postcode'

/** A state or province: code, name, and the name in Latin letters if that differs. */
export interface AddressState {
  code: string
  name: string
  latin?: string | undefined
}

/** How addresses are entered and written in one country. */
export interface AddressFormat {
  /** Lower-case; empty for the default format. */
  country: string
  /** In the country's own order. */
  fields: AddressField[]
  required: AddressField[]
  /** Whether addresses also have a district of the city. */
  hasDistrict: boolean
  /**
   * The country's own names of fields, if they differ from the usual ones: the end of a text's key.
   */
  names: Partial<Record<AddressField, string>>
  postcode: PostcodeRule | null
  /** The list to choose from; empty if the state is typed. */
  states: AddressState[]
  /** Whether addresses have the state's code, as in `TX`, instead of its name. */
  abbreviates: boolean
}

interface PostcodeRule {
  /** A regular expression for the whole postcode without spaces and dashes. */
  pattern: string
  example: string
  /** Prefix on international mail, such as `CH-`; empty for none. */
  prefix: string
}

/** A country's format in its compact stored form. */
export interface AddressRow {
  /** In the country's order: `A` street, `N` house number, `C` city, `S` state, `Z` postcode. */
  fields: string
  required: string
  hasDistrict?: true
  abbreviates?: true
  /** Whether there is a list of states. */
  lists?: true
  zip?: string
  example?: string
  prefix?: string
  zipName?: string
  stateName?: string
  cityName?: string
  streetName?: string
}

/** Code, name, and the name in Latin letters if that differs. */
export type StateRow = [code: string, name: string, latin?: string]

const fieldByLetter: Record<string, AddressField> = {
  A: 'address',
  N: 'street_number',
  C: 'city',
  S: 'state',
  Z: 'postcode',
}

const parseFields = (text: string): AddressField[] =>
  [...text].flatMap(letter => fieldByLetter[letter] ?? [])

/** The default format, which asks for everything: for an unknown country. */
const defaultRow: AddressRow = { fields: 'AZCS', required: 'AZC' }

/** Expands a stored format. Country codes are lower-case. */
export function buildAddressFormat(
  country: string,
  row: AddressRow = defaultRow,
  states: StateRow[] = [],
): AddressFormat {
  const { fields, required, zip, example = '', prefix = '' } = row
  return {
    country,
    fields: parseFields(fields),
    required: parseFields(required),
    hasDistrict: row.hasDistrict ?? false,
    names: pickFieldNames(row),
    postcode: zip ? { pattern: zip, example, prefix } : null,
    states: states.map(([code, name, latin]) => ({ code, name, ...(latin && { latin }) })),
    abbreviates: row.abbreviates ?? false,
  }
}

const pickFieldNames = ({ streetName, cityName, stateName, zipName }: AddressRow) => ({
  ...(streetName && { address: streetName }),
  ...(cityName && { city: cityName }),
  ...(stateName && { state: stateName }),
  ...(zipName && { postcode: zipName }),
})

/** Whether the country's postcodes are digits only, so that phones can show a numeric keyboard. */
export const hasDigitsOnly = ({ postcode }: AddressFormat): boolean =>
  postcode !== null && !/[A-Z]/.test(postcode.pattern)

/**
 * Characters that keyboards insert for a dash; Japanese ones have the long vowel mark in its place.
 */
const dashPattern = /[\p{Pd}\u2212ー]/gu

/** A postcode in capitals, with plain digits and dashes. */
export const formatPostcode = (input: string): string =>
  normalizeText(input).replace(dashPattern, '-').toUpperCase()

/** The postcode without the prefix for international mail. */
export function stripPostcodePrefix(postcode: string, { postcode: rule }: AddressFormat): string {
  const normalized = formatPostcode(postcode)
  const prefix = rule?.prefix.replace(/-$/, '')
  return prefix && normalized.startsWith(prefix)
    ? normalized.slice(prefix.length).replace(/^[\s-]+/, '')
    : normalized
}

/** Whether a postcode has the country's shape; true if the shape is unknown. */
export function isPlausiblePostcode(input: string, format: AddressFormat): boolean {
  if (!format.postcode) return true
  const stripSeparators = (text: string) => text.replace(/[\s-]/g, '')
  const pattern = new RegExp(`^(?:${format.postcode.pattern})$`)
  return [formatPostcode(input), stripPostcodePrefix(input, format)].some(text =>
    pattern.test(stripSeparators(text)),
  )
}

/** The state that was typed or chosen, by code or name: `Texas`, `tx ` and `T.X.` are all `TX`. */
export function findState(states: AddressState[], input: string): AddressState | undefined {
  const normalized = normalizeName(input)
  return (
    states.find(({ code }) => normalizeName(code) === normalized) ??
    states.find(({ name, latin = name }) => [name, latin].map(normalizeName).includes(normalized))
  )
}

/** A name in capitals without accents, dots and extra spaces. */
export const normalizeName = (input: string): string =>
  input
    .normalize('NFD')
    .replace(/[\u0300-\u036f.]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase()

/**
 * The label of a state: its local name, with the code, or with the Latin name for readers of another
 * language than the country's.
 */
export function formatStateLabel(
  { code, name, latin }: AddressState,
  { abbreviates, country }: AddressFormat,
  language: string,
): string {
  const isLocal = new Intl.Locale(`und-${country}`).maximize().language === language
  const alternative = abbreviates ? code : isLocal ? undefined : latin
  return alternative && !name.endsWith(`(${alternative})`) ? `${name} (${alternative})` : name
}

/** Countries whose sales tax depends on the state: an unknown state would get no state tax. */
const stateTaxCountries = new Set(['us', 'ca'])

/** Whether the state must be from the list. Country codes are lower-case. */
export const isListedStateRequired = (country: string): boolean => stateTaxCountries.has(country)
