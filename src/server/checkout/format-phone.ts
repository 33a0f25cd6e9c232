import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { findCallingCode } from '@/domain/data/dial-codes'
import { hasOwnCode, toDialDigits, toPhoneInput } from '@/domain/phone/parse-phone'
import { listReadings } from '@/domain/phone/phone-rules'

/**
 * The number as couriers dial it from abroad, in the groups of its country: `07400123456` in the
 * United Kingdom is `+44 7400 123456`. A number that no numbering plan can read stays as typed, after
 * the chosen calling code unless it has its own.
 */
export function formatPhone({
  customer,
  dialCode,
}: Pick<CheckoutState, 'customer' | 'dialCode'>): string {
  const input = toPhoneInput(customer, dialCode)
  const numbers = listReadings({ phone: input, dialCode }).map(({ text, country }) =>
    parsePhoneNumberFromString(text, country as CountryCode | undefined),
  )
  const number =
    numbers.find(candidate => candidate?.isValid()) ??
    numbers.find(candidate => candidate?.isPossible())
  return number?.formatInternational() ?? formatTypedNumber(input, customer, dialCode)
}

function formatTypedNumber(
  input: string,
  { phone }: CheckoutState['customer'],
  dialCode: string,
): string {
  const callingCode = findCallingCode(dialCode)
  if (!input || !callingCode || hasOwnCode(input)) return input
  const isComplete = toDialDigits(input) === phone && phone.startsWith(callingCode)
  return isComplete ? `+${input}` : `+${callingCode} ${input}`
}
