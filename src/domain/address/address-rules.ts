import * as z from 'zod/mini'
import {
  type AddressField,
  type AddressFormat,
  findState,
  isListedStateRequired,
} from '@/domain/address/address-format'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { type Shipping, shipping } from '@/domain/checkout/customer-schema'
import { isCountryCode } from '@/domain/data/countries'
import { type FieldIssue, toFieldIssues } from '@/domain/input/field-issue'
import { isStorable } from '@/domain/input/storable'
import { findPickupPartner } from '@/domain/links/partner-offer'

/** The maximum that fits on a label, in characters. */
const maxLengths: Record<AddressField, number> = {
  address: 120,
  street_number: 20,
  city: 80,
  state: 60,
  postcode: 20,
}

const storableText = z.refine<string>(isStorable, 'text.unreadable')

const requiredText = (field: string, maxLength: number) =>
  optionalText(field, maxLength).check(z.minLength(1, `${field}.missing`))

const optionalText = (field: string, maxLength: number) =>
  z.string().check(z.trim(), storableText, z.maxLength(maxLength, `${field}.long`))

const buildStateSchema = ({ states }: AddressFormat) =>
  requiredText('shipping_state', maxLengths.state).check(
    z.refine(input => findState(states, input) !== undefined, 'shipping_state.unknown'),
  )

function buildFieldSchema(field: AddressField, format: AddressFormat, address: Shipping) {
  const name = `shipping_${field}`
  if (field === 'state' && isListedStateRequired(format.country)) return buildStateSchema(format)
  const isRequired = format.required.includes(field) && !hasNumberInStreet(field, address)
  return (isRequired ? requiredText : optionalText)(name, maxLengths[field])
}

/** Not asked for again if the street contains a number. */
const hasNumberInStreet = (field: AddressField, { address }: Shipping): boolean =>
  field === 'street_number' && /\p{Nd}/u.test(address)

type AddressSchema = ReturnType<typeof buildAddressSchema>

/** By format and whether the street contains a number: building a schema takes long. */
const schemas = new WeakMap<AddressFormat, Map<boolean, AddressSchema>>()

function findAddressSchema(format: AddressFormat, address: Shipping): AddressSchema {
  const known = schemas.get(format) ?? new Map<boolean, AddressSchema>()
  const isNumbered = hasNumberInStreet('street_number', address)
  const schema = known.get(isNumbered) ?? buildAddressSchema(format, address)
  schemas.set(format, known.set(isNumbered, schema))
  return schema
}

const buildAddressSchema = (format: AddressFormat, address: Shipping) =>
  z.extend(shipping, {
    country: z
      .string()
      .check(
        z.minLength(1, 'shipping_country.missing'),
        z.refine(isCountryCode, 'shipping_country.unknown'),
      ),
    first_name: requiredText('shipping_first_name', 60),
    last_name: requiredText('shipping_last_name', 60),
    address_2: optionalText('shipping_address_2', maxLengths.address),
    ...Object.fromEntries(
      format.fields.map(field => [field, buildFieldSchema(field, format, address)]),
    ),
  })

/**
 * The issues that block delivery to this address, one per field. The shape of a postcode never
 * blocks: tables go out of date.
 */
export const listAddressIssues = (address: Shipping, format: AddressFormat): FieldIssue[] =>
  toFieldIssues(findAddressSchema(format, address).safeParse(address))

/** Whether the permit is delivered, or collected from a partner. */
export type Delivery = Pick<CheckoutState, 'deliveryMethod' | 'partner'>

/** The issues that block delivery or pickup of a printed permit, one per field. */
export function listParcelIssuesForFormat(
  delivery: Delivery,
  address: Shipping,
  format: AddressFormat,
): FieldIssue[] {
  if (!findPickupPartner(delivery)) return listAddressIssues(address, format)
  return address.pickup_point ? [] : [{ field: 'pickup_point', message: 'pickup_point.missing' }]
}

const allFields: AddressField[] = ['address', 'street_number', 'city', 'state', 'postcode']

/**
 * The address fields that the country has, with its spelling of the state; the others are empty. A
 * state of another country's list is cleared.
 */
export function fitAddress(
  address: Record<AddressField, string>,
  format: AddressFormat,
): Record<AddressField, string> {
  const parts = allFields.map(field => [field, format.fields.includes(field) ? address[field] : ''])
  const supported = Object.fromEntries(parts) as Record<AddressField, string>
  return { ...supported, state: fitState(supported.state, format) }
}

function fitState(state: string, { states, country }: AddressFormat): string {
  if (states.length === 0) return state
  return findState(states, state)?.code ?? (isListedStateRequired(country) ? state : '')
}
