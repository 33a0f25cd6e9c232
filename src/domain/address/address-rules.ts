import * as z from 'zod/mini'
import {
  type AddressField,
  type AddressFormat,
  mustKnowState,
  stateIn,
} from '@/domain/address/address-format'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { type Shipping, shipping } from '@/domain/checkout/customer-schema'
import { isCountryCode } from '@/domain/data/countries'
import { type FieldIssue, issuesOf } from '@/domain/input/field-issue'
import { isStorable } from '@/domain/input/storable'
import { pickupPartner } from '@/domain/links/partner-offer'

/** The most that fits on a label. */
const longest: Record<AddressField, number> = {
  address: 120,
  street_number: 20,
  city: 80,
  state: 60,
  postcode: 20,
}

const readable = z.refine<string>(isStorable, 'text.unreadable')

const line = (field: string, most: number) =>
  optional(field, most).check(z.minLength(1, `${field}.missing`))

const optional = (field: string, most: number) =>
  z.string().check(z.trim(), readable, z.maxLength(most, `${field}.long`))

const knownState = ({ states }: AddressFormat) =>
  line('shipping_state', longest.state).check(
    z.refine(typed => stateIn(states, typed) !== undefined, 'shipping_state.unknown'),
  )

function fieldRule(field: AddressField, format: AddressFormat, address: Shipping) {
  const name = `shipping_${field}`
  if (field === 'state' && mustKnowState(format.country)) return knownState(format)
  const isNeeded = format.required.includes(field) && !hasNumberInStreet(field, address)
  return (isNeeded ? line : optional)(name, longest[field])
}

/** A house number behind the street is not asked for again. */
const hasNumberInStreet = (field: AddressField, { address }: Shipping): boolean =>
  field === 'street_number' && /\p{Nd}/u.test(address)

const neededAddress = (format: AddressFormat, address: Shipping) =>
  z.extend(shipping, {
    country: z
      .string()
      .check(
        z.minLength(1, 'shipping_country.missing'),
        z.refine(isCountryCode, 'shipping_country.unknown'),
      ),
    first_name: line('shipping_first_name', 60),
    last_name: line('shipping_last_name', 60),
    address_2: optional('shipping_address_2', longest.address),
    ...Object.fromEntries(format.fields.map(field => [field, fieldRule(field, format, address)])),
  })

/**
 * Everything that keeps a parcel from arriving at this address, one issue a field. How a postcode looks
 * does not: tables grow old, and who lives there knows better.
 */
export const issuesIn = (address: Shipping, format: AddressFormat): FieldIssue[] =>
  issuesOf(neededAddress(format, address).safeParse(address))

/** Whether the permit is sent, or collected from a partner. */
export type Delivery = Pick<CheckoutState, 'deliveryMethod' | 'partner'>

/** Everything that keeps a printed permit from reaching the customer, one issue a field. */
export function parcelIssuesIn(
  delivery: Delivery,
  address: Shipping,
  format: AddressFormat,
): FieldIssue[] {
  if (!pickupPartner(delivery)) return issuesIn(address, format)
  return address.pickup_point ? [] : [{ field: 'pickup_point', message: 'pickup_point.missing' }]
}

const allFields: AddressField[] = ['address', 'street_number', 'city', 'state', 'postcode']

/**
 * The parts of an address that its country has, as it writes them; the others are empty. A state that is not
 * on its list stays behind with the country it is of.
 */
export function fitted(
  address: Record<AddressField, string>,
  format: AddressFormat,
): Record<AddressField, string> {
  const parts = allFields.map(field => [field, format.fields.includes(field) ? address[field] : ''])
  const known = Object.fromEntries(parts) as Record<AddressField, string>
  return { ...known, state: fittedState(known.state, format) }
}

function fittedState(state: string, { states, country }: AddressFormat): string {
  if (states.length === 0) return state
  return stateIn(states, state)?.code ?? (mustKnowState(country) ? state : '')
}
