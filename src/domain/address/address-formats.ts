import { type AddressFormat, addressFormat } from '@/domain/address/address-format'
import { addressRows } from '@/domain/address/address-rows'
import { type Delivery, parcelIssuesIn } from '@/domain/address/address-rules'
import { stateRows } from '@/domain/address/address-states'
import type { Shipping } from '@/domain/checkout/customer-schema'
import type { FieldIssue } from '@/domain/input/field-issue'

// With the tables of all countries, which are too much for a page: a browser has its own country's format.

/** How addresses are asked for and written in a country; its code may be in any case. */
export function addressFormatOf(country: string): AddressFormat {
  const code = country.toUpperCase()
  return addressFormat(country.toLowerCase(), addressRows[code], stateRows[code])
}

/** Everything that keeps a printed permit from reaching the customer, one issue a field. */
export const parcelIssues = (delivery: Delivery, shipping: Shipping): FieldIssue[] =>
  parcelIssuesIn(delivery, shipping, addressFormatOf(shipping.country))
