import { type AddressFormat, findState, stripPostcodePrefix } from '@/domain/address/address-format'
import type { Shipping } from '@/domain/checkout/customer-schema'
import { isLatin } from '@/domain/input/latin'

/**
 * Puts the parts of an address in the country's order, like `formatAddress` of
 * localized-address-format.
 */
export type ArrangeLines = (parts: AddressParts, script: 'local' | 'latin') => string[]

interface AddressParts {
  /** Country code, upper case. */
  postalCountry: string
  name: string
  addressLines: string[]
  locality: string
  administrativeArea: string
  postalCode: string
}

/**
 * The lines of an address on a parcel, without empty ones and without the country. An address in
 * Latin letters gets the order the country uses for those.
 */
export function formatAddressLines(
  address: Shipping,
  format: AddressFormat,
  arrangeLines: ArrangeLines,
): string[] {
  const script = isLatin(
    [formatRecipient(address), ...formatStreet(address), address.city].join(' '),
  )
    ? 'latin'
    : 'local'
  const hasCityLine = !countriesWithoutCityField.has(format.country)
  const parts = {
    postalCountry: format.country.toUpperCase(),
    name: formatRecipient(address),
    // One entry, so that a city or postcode on the same line comes after the last street line.
    addressLines: [
      buildStreetLines(address, hasCityLine, script)
        .filter(line => line !== '')
        .join('\n'),
    ],
    locality: hasCityLine ? address.city : '',
    administrativeArea: formatState(address.state, format, script),
    postalCode: stripPostcodePrefix(address.postcode, format),
  }
  return arrangeLines(parts, script)
    .flatMap(line => line.split('\n'))
    .map(line => line.trim())
    .filter(line => line !== '')
}

type Script = 'local' | 'latin'

/** Countries whose format has no place for a city: it is written with the street. */
const countriesWithoutCityField = new Set(['jp'])

function buildStreetLines(address: Shipping, hasCityLine: boolean, script: Script): string[] {
  const street = formatStreet(address)
  if (hasCityLine) return street
  if (script === 'latin') return [...street, address.city]
  const [first = '', ...rest] = street
  return [`${address.city} ${first}`, ...rest]
}

const formatStreet = (shipping: Shipping): string[] => [
  formatHouse(shipping).trim(),
  shipping.address_2,
]

function formatHouse({ address, street_number, country }: Shipping): string {
  const isNumberFirst = countriesWithNumberFirst.includes(country.toUpperCase())
  // The house number may have been typed with the street already.
  const isTyped = isNumberFirst
    ? address.startsWith(`${street_number} `)
    : address.endsWith(` ${street_number}`)
  if (isTyped) return address
  return isNumberFirst ? `${street_number} ${address}` : `${address} ${street_number}`
}

/** Countries that write the house number before the street. */
const countriesWithNumberFirst = 'AU CA FR GB IE IN LU MC MY NZ PH SG TH US ZA'

/** Names in Chinese, Japanese and Korean letters begin with the family name. */
function formatRecipient({ first_name, last_name }: Shipping): string {
  const isFamilyFirst = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(last_name)
  return (isFamilyFirst ? [last_name, first_name] : [first_name, last_name]).join(' ').trim()
}

function formatState(input: string, { states, abbreviates }: AddressFormat, script: Script) {
  const state = findState(states, input)
  if (!state) return input
  if (abbreviates) return state.code
  return (script === 'latin' && state.latin) || state.name
}
