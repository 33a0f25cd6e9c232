import {
  type CountryCode,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max'
import type { StoredState } from '@/domain/checkout/checkout-state'
import type { Customer } from '@/domain/checkout/customer-schema'
import type { StateChange } from '@/domain/checkout/state-change'
import { findCallingCode } from '@/domain/data/dial-codes'
import { hasOwnCode } from '@/domain/phone/parse-phone'
import {
  buildPhoneRule,
  listReadings,
  type Phone,
  type Reading,
  toStoredDigits,
} from '@/domain/phone/phone-rules'

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
export const normalisePhone = (input: Phone): string =>
  parseKnownNumber(input)?.e164.slice(1) ?? toStoredDigits(input.phone)

/** The number in E.164 with its plus, and how it was read; undefined if no plan knows it. */
function parseKnownNumber(input: Phone): { e164: string; reading: Reading } | undefined {
  for (const reading of listReadings(input)) {
    const number = parsePhoneNumberFromString(reading.text, reading.country as CountryCode)
    if (number?.isValid()) return { e164: number.number, reading }
  }
  return undefined
}

/** The country whose calling code the forms show: the number's own, if it was typed with one. */
export function resolveDialCode(input: Phone): string {
  const known = parseKnownNumber(input)
  const hasCode = known ? !known.reading.country : hasOwnCode(input.phone)
  return (hasCode && findOwnCountry(known?.e164 ?? input.phone)) || input.dialCode
}

/** The country of a number with its own calling code, in lower case; the largest if it has several. */
function findOwnCountry(phone: string): string | undefined {
  const [reading] = listReadings({ phone, dialCode: '' })
  const number = reading && parsePhoneNumberFromString(reading.text)
  const country = number?.country ?? number?.getPossibleCountries()[0]
  return country && findCallingCode(country) ? country.toLowerCase() : undefined
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
  const phone_typed = customer.phone_typed ?? parseKnownNumber(input)?.e164 ?? null
  return { ...state, customer: { ...customer, phone: normalisePhone(input), phone_typed } }
}

/** Clears the previously typed number when a change has a number that was not typed in a form. */
export const resetTypedPhone = <Change extends Partial<Customer>>(
  customerChange: Change,
): Change =>
  customerChange.phone !== undefined && customerChange.phone_typed === undefined
    ? { ...customerChange, phone_typed: null }
    : customerChange
