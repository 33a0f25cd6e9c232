import { normalizeText } from '@/domain/input/clean-input'

// How one country writes its addresses. The tables of all countries stand apart: a browser loads them
// when another country is chosen.

/** What an address is made of besides the names, as SPEC 3 calls it. */
export type AddressField = 'address' | 'street_number' | 'city' | 'state' | 'postcode'

/** A part of a country: its code, its name, and the name in Latin letters where it is another. */
export interface AddressState {
  code: string
  name: string
  latin?: string | undefined
}

/** How addresses are asked for and written in one country. */
export interface AddressFormat {
  /** Lower-case; empty for the format of any country. */
  country: string
  /** What is asked for, in the country's own order. */
  fields: AddressField[]
  /** Without which nothing arrives. */
  required: AddressField[]
  /** Whether addresses also name a part of the town. */
  hasDistrict: boolean
  /** What the country calls its fields, where that is not the usual name: the end of a text's key. */
  names: Partial<Record<AddressField, string>>
  postcode: PostcodeRule | null
  /** To choose from; empty where the state is typed. */
  states: AddressState[]
  /** Whether the state is written by its code, as in `TX`, and not by its name. */
  abbreviates: boolean
}

interface PostcodeRule {
  /** A whole postcode without spaces and dashes, as a regular expression. */
  pattern: string
  example: string
  /** What letters from abroad have before it, such as `CH-`; empty for none. */
  prefix: string
}

/** A country's format as short as it is stored. */
export interface AddressRow {
  /** In the country's own order: `A` street, `N` house number, `C` city, `S` state, `Z` postcode. */
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

/** The code, the name, and the name in Latin letters where it is another. */
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

/** The format that asks for everything: for a country that nobody knows yet, or ever. */
const defaultRow: AddressRow = { fields: 'AZCS', required: 'AZC' }

/** The format as it is worked with. Country codes are lower-case. */
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

/** Whether postcodes there are digits alone, so that a phone may show just those. */
export const hasDigitsOnly = ({ postcode }: AddressFormat): boolean =>
  postcode !== null && !/[A-Z]/.test(postcode.pattern)

/** What keyboards make of a dash; Japanese ones have the mark of a long vowel where others have it. */
const dashPattern = /[\p{Pd}\u2212ー]/gu

/** A postcode as it is written there: in capitals, with plain digits and dashes. */
export const formatPostcode = (input: string): string =>
  normalizeText(input).replace(dashPattern, '-').toUpperCase()

/** The postcode as the country itself writes it, without what stands before it on letters from abroad. */
export function stripPostcodePrefix(postcode: string, { postcode: rule }: AddressFormat): string {
  const normalized = formatPostcode(postcode)
  const prefix = rule?.prefix.replace(/-$/, '')
  return prefix && normalized.startsWith(prefix)
    ? normalized.slice(prefix.length).replace(/^[\s-]+/, '')
    : normalized
}

/** Whether a postcode looks like those of the country; where nobody knows how they look, every one does. */
export function isPlausiblePostcode(input: string, format: AddressFormat): boolean {
  if (!format.postcode) return true
  const stripSeparators = (text: string) => text.replace(/[\s-]/g, '')
  const pattern = new RegExp(`^(?:${format.postcode.pattern})$`)
  return [formatPostcode(input), stripPostcodePrefix(input, format)].some(text =>
    pattern.test(stripSeparators(text)),
  )
}

/** The state that was typed or chosen, by its code or by a name: `Texas`, `tx ` and `T.X.` are all `TX`. */
export function findState(states: AddressState[], input: string): AddressState | undefined {
  const normalized = normalizeName(input)
  return (
    states.find(({ code }) => normalizeName(code) === normalized) ??
    states.find(({ name, latin = name }) => [name, latin].map(normalizeName).includes(normalized))
  )
}

/** A name without accents, dots, spaces too many and small letters. */
export const normalizeName = (input: string): string =>
  input
    .normalize('NFD')
    .replace(/[\u0300-\u036f.]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase()

/** How a state is listed: by the name people there read, with what else it is known by. */
export function formatStateLabel(
  { code, name, latin }: AddressState,
  { abbreviates }: AddressFormat,
) {
  const alternative = abbreviates ? code : latin
  return alternative && !name.endsWith(`(${alternative})`) ? `${name} (${alternative})` : name
}

/** Where the sales tax depends on the state: one that nobody knows would be none. */
const stateTaxCountries = new Set(['us', 'ca'])

/** Whether the state must be one of the list. Country codes are lower-case. */
export const isListedStateRequired = (country: string): boolean => stateTaxCountries.has(country)
