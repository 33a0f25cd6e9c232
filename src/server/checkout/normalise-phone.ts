import {
  type CountryCode,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max'
import type { StoredState } from '@/domain/checkout/checkout-state'
import type { Customer } from '@/domain/checkout/customer-schema'
import type { StateChange } from '@/domain/checkout/state-change'
import { buildPhoneRule, listReadings, type Phone, toStoredPhone } from '@/domain/phone/phone-rules'

/**
 * The reason why a number does not fit its country's numbering plan; undefined for a valid or empty
 * number.
 */
export const validatePhone = buildPhoneRule((text, country) =>
  validatePhoneNumberLength(text, country as CountryCode | undefined),
)

/**
 * A number as it is stored: E.164 digits without the plus if a numbering plan knows it, else the
 * typed digits.
 */
export function normalisePhone(input: Phone): Phone {
  const known = parseKnownNumber(input)
  if (!known) return toStoredPhone(input)
  return { phone: known.number.slice(1), dialCode: known.country ? input.dialCode : '' }
}

/** The number in E.164 with its plus, and the country that it was read in; undefined if unknown. */
function parseKnownNumber(input: Phone): { number: string; country?: string } | undefined {
  for (const { text, country } of listReadings(input)) {
    const number = parsePhoneNumberFromString(text, country as CountryCode | undefined)
    if (number?.isValid()) return { number: number.number, ...(country && { country }) }
  }
  return undefined
}

/**
 * The state with the normalised number, computed whenever a change contains a number or its
 * country. The typed number and the chosen country stay beside it. A number that was not typed in a
 * form is shown with its plus: its digits already contain the calling code.
 */
export function applyPhone(
  state: StoredState,
  { customer: customerChange = {}, dialCode }: StateChange,
): StoredState {
  const hasPhone = customerChange.phone !== undefined || customerChange.phone_typed !== undefined
  if (!hasPhone && dialCode === undefined) return state
  const customer = { ...state.customer, ...resetTypedPhone(customerChange) }
  const input = { phone: customer.phone_typed ?? customer.phone, dialCode: state.dialCode }
  const phone_typed = customer.phone_typed ?? parseKnownNumber(input)?.number ?? null
  const { phone } = normalisePhone(input)
  return { ...state, customer: { ...customer, phone, phone_typed } }
}

/** Clears the previously typed number when a change has a number that was not typed in a form. */
export const resetTypedPhone = <Change extends Partial<Customer>>(
  customerChange: Change,
): Change =>
  customerChange.phone !== undefined && customerChange.phone_typed === undefined
    ? { ...customerChange, phone_typed: null }
    : customerChange
