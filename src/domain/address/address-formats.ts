import {
  type AddressFormat,
  buildAddressFormat,
  findState,
  isListedStateRequired,
  normalizeName,
} from '@/domain/address/address-format'
import { addressRows } from '@/domain/address/address-rows'
import { type Delivery, listParcelIssuesForFormat } from '@/domain/address/address-rules'
import { stateRows } from '@/domain/address/address-states'
import type { Shipping } from '@/domain/checkout/customer-schema'
import type { FieldIssue } from '@/domain/input/field-issue'

// Includes the tables of all countries, which are too large for a page: a page gets one country's
// format.

/** By code, of the countries that have a row. */
const formats = new Map<string, AddressFormat>()

/** The address format of a country; codes in any case. */
export function findAddressFormat(country: string): AddressFormat {
  const code = country.toUpperCase()
  const row = addressRows[code]
  const format =
    formats.get(code) ?? buildAddressFormat(country.toLowerCase(), row, stateRows[code])
  if (row) formats.set(code, format)
  return format
}

/** The issues that block delivery of a printed permit, one per field. */
export const listParcelIssues = (delivery: Delivery, shipping: Shipping): FieldIssue[] =>
  listParcelIssuesForFormat(delivery, shipping, findAddressFormat(shipping.country))

const findCountryState = (country: string, input: string) =>
  findState(findAddressFormat(country).states, input)

/**
 * The code of a typed state: `Texas`, `texas ` and `tx` are all `TX`. Country codes are lower-case.
 */
export const resolveStateCode = (country: string, input: string): string =>
  findCountryState(country, input)?.code ?? normalizeName(input)

/**
 * Whether a typed state is one of the country's, where the sales tax depends on it; true in other
 * countries. Country codes are lower-case.
 */
export const isKnownState = (country: string, input: string): boolean =>
  !isListedStateRequired(country) || findCountryState(country, input) !== undefined
