import { type AddressFormat, buildAddressFormat } from '@/domain/address/address-format'
import { addressRows } from '@/domain/address/address-rows'
import { type Delivery, listParcelIssuesForFormat } from '@/domain/address/address-rules'
import { stateRows } from '@/domain/address/address-states'
import type { Shipping } from '@/domain/checkout/customer-schema'
import type { FieldIssue } from '@/domain/input/field-issue'

// Includes the tables of all countries, which are too large for a page: a page gets one country's
// format.

/** The address format of a country; codes in any case. */
export function findAddressFormat(country: string): AddressFormat {
  const code = country.toUpperCase()
  return buildAddressFormat(country.toLowerCase(), addressRows[code], stateRows[code])
}

/** The issues that block delivery of a printed permit, one per field. */
export const listParcelIssues = (delivery: Delivery, shipping: Shipping): FieldIssue[] =>
  listParcelIssuesForFormat(delivery, shipping, findAddressFormat(shipping.country))
