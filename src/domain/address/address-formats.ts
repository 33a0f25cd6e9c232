import { type AddressFormat, buildAddressFormat } from '@/domain/address/address-format'
import { addressRows } from '@/domain/address/address-rows'
import { type Delivery, listParcelIssuesForFormat } from '@/domain/address/address-rules'
import { stateRows } from '@/domain/address/address-states'
import type { Shipping } from '@/domain/checkout/customer-schema'
import type { FieldIssue } from '@/domain/input/field-issue'

// With the tables of all countries, which are too much for a page: a browser has its own country's format.

/** How addresses are asked for and written in a country; its code may be in any case. */
export function findAddressFormat(country: string): AddressFormat {
  const code = country.toUpperCase()
  return buildAddressFormat(country.toLowerCase(), addressRows[code], stateRows[code])
}

/** Everything that keeps a printed permit from reaching the customer, one issue a field. */
export const listParcelIssues = (delivery: Delivery, shipping: Shipping): FieldIssue[] =>
  listParcelIssuesForFormat(delivery, shipping, findAddressFormat(shipping.country))
