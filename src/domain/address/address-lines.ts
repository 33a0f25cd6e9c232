import { type AddressFormat, findState, stripPostcodePrefix } from '@/domain/address/address-format'
import type { Shipping } from '@/domain/checkout/customer-schema'
import { isLatin } from '@/domain/input/transliterate'

/** Puts the parts of an address in the order of its country, as `formatAddress` of localized-address-format does. */
export type Arrange = (parts: AddressParts, script: 'local' | 'latin') => string[]

interface AddressParts {
  /** Upper-case. */
  postalCountry: string
  name: string
  addressLines: string[]
  locality: string
  administrativeArea: string
  postalCode: string
}

/**
 * An address as it is written on a parcel in its country, line by line and without empty ones; the country's
 * own name is not among them. Written in Latin letters, it has the order that its country uses for those.
 */
export function formatAddressLines(
  address: Shipping,
  format: AddressFormat,
  arrange: Arrange,
): string[] {
  const script = isLatin(
    [formatRecipient(address), ...formatStreet(address), address.city].join(' '),
  )
    ? 'latin'
    : 'local'
  const hasCityLine = !cityFirstCountries.has(format.country)
  const parts = {
    postalCountry: format.country.toUpperCase(),
    name: formatRecipient(address),
    // As one, so that what follows it on its line follows the last of them.
    addressLines: [
      buildStreetLines(address, hasCityLine, script)
        .filter(line => line !== '')
        .join('\n'),
    ],
    locality: hasCityLine ? address.city : '',
    administrativeArea: formatState(address.state, format, script),
    postalCode: stripPostcodePrefix(address.postcode, format),
  }
  return arrange(parts, script)
    .flatMap(line => line.split('\n'))
    .map(line => line.trim())
    .filter(line => line !== '')
}

type Script = 'local' | 'latin'

/** Where the format has no place for a city: it belongs to the street. */
const cityFirstCountries = new Set(['jp'])

function buildStreetLines(address: Shipping, hasCityLine: boolean, script: Script): string[] {
  const street = formatStreet(address)
  if (hasCityLine) return street
  if (script === 'latin') return [...street, address.city]
  const [first = '', ...rest] = street
  return [`${address.city} ${first}`, ...rest]
}

const formatStreet = ({ address, street_number, address_2 }: Shipping): string[] => [
  // Whoever has typed the number behind the street has it once.
  address.endsWith(` ${street_number}`) ? address : `${address} ${street_number}`.trim(),
  address_2,
]

/** Names in Chinese, Japanese and Korean letters begin with the family's. */
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
