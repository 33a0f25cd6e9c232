import {
  type CountryCode,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { Customer } from '@/domain/checkout/customer-schema'
import type { StateChange } from '@/domain/checkout/state-change'
import { type Phone, phoneRuleOf, readingsOf, storedPhone } from '@/domain/phone/phone-rules'

/** What is wrong with a number by its country's numbering plan. */
export const phoneWrong = phoneRuleOf((text, country) =>
  validatePhoneNumberLength(text, country as CountryCode | undefined),
)

/** A number as it is stored: E.164 digits without the plus where it is a real one (SPEC 5), else the digits typed. */
export function numberOf(typed: Phone): Phone {
  for (const { text, country } of readingsOf(typed)) {
    const number = parsePhoneNumberFromString(text, country as CountryCode | undefined)
    if (number?.isValid())
      return { phone: number.number.slice(1), dialCode: country ? typed.dialCode : '' }
  }
  return storedPhone(typed)
}

/**
 * The state with its number as couriers dial it, whenever a change says another, or another country. What
 * the customer wrote stays beside it, and the country chosen for it.
 */
export function withPhone(
  state: CheckoutState,
  { customer: said = {}, dialCode }: StateChange,
): CheckoutState {
  const isSaid = said.phone !== undefined || said.phone_typed !== undefined
  if (!isSaid && dialCode === undefined) return state
  const customer = { ...state.customer, ...saidAlone(said) }
  const typed = customer.phone_typed ?? customer.phone
  const { phone } = numberOf({ phone: typed, dialCode: state.dialCode })
  return { ...state, customer: { ...customer, phone } }
}

/** Answers with a number that was typed into no form: what was typed before it counts no more. */
export const saidAlone = <Said extends Partial<Customer>>(said: Said): Said =>
  said.phone !== undefined && said.phone_typed === undefined ? { ...said, phone_typed: null } : said
