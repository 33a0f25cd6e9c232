import {
  type CountryCode,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { Customer } from '@/domain/checkout/customer-schema'
import type { StateChange } from '@/domain/checkout/state-change'
import { buildPhoneRule, listReadings, type Phone, toStoredPhone } from '@/domain/phone/phone-rules'

/** What is wrong with a number by its country's numbering plan. */
export const validatePhone = buildPhoneRule((text, country) =>
  validatePhoneNumberLength(text, country as CountryCode | undefined),
)

/** A number as it is stored: E.164 digits without the plus where it is a real one (SPEC 5), else the digits typed. */
export function normalisePhone(input: Phone): Phone {
  for (const { text, country } of listReadings(input)) {
    const number = parsePhoneNumberFromString(text, country as CountryCode | undefined)
    if (number?.isValid())
      return { phone: number.number.slice(1), dialCode: country ? input.dialCode : '' }
  }
  return toStoredPhone(input)
}

/**
 * The state with its number as couriers dial it, whenever a change says another, or another country. What
 * the customer wrote stays beside it, and the country chosen for it.
 */
export function applyPhone(
  state: CheckoutState,
  { customer: customerChange = {}, dialCode }: StateChange,
): CheckoutState {
  const hasPhone = customerChange.phone !== undefined || customerChange.phone_typed !== undefined
  if (!hasPhone && dialCode === undefined) return state
  const customer = { ...state.customer, ...resetTypedPhone(customerChange) }
  const typedNumber = customer.phone_typed ?? customer.phone
  const { phone } = normalisePhone({ phone: typedNumber, dialCode: state.dialCode })
  return { ...state, customer: { ...customer, phone } }
}

/** Answers with a number that was typed into no form: what was typed before it counts no more. */
export const resetTypedPhone = <Change extends Partial<Customer>>(
  customerChange: Change,
): Change =>
  customerChange.phone !== undefined && customerChange.phone_typed === undefined
    ? { ...customerChange, phone_typed: null }
    : customerChange
