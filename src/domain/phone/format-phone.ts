import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { findCallingCode } from '@/domain/data/dial-codes'
import { normalizeText } from '@/domain/input/clean-input'
import { hasOwnCode, toDialDigits, toPhoneInput } from '@/domain/phone/parse-phone'
import { findLeadingCode } from '@/domain/phone/phone-rules'

/**
 * The number as couriers dial it from abroad, grouped as typed: `07400 123456` in the United
 * Kingdom is `+44 7400 123456`. A number that no numbering plan knows stays as typed, after the
 * chosen calling code unless it has its own.
 */
export function formatPhone({
  customer,
  dialCode,
}: Pick<CheckoutState, 'customer' | 'dialCode'>): string {
  const input = toPhoneInput(customer, dialCode)
  return formatKnownNumber(customer.phone, input) ?? formatTypedNumber(input, customer, dialCode)
}

/** Undefined if the stored number, E.164 digits, is not the one in the field. */
function formatKnownNumber(phone: string, input: string): string | undefined {
  const code = findLeadingCode(phone)
  const isTyped = toDialDigits(input) === phone
  if (!code || isTyped) return undefined
  const digits = new RegExp([...phone.slice(code.length)].join('\\D*'))
  const groups = digits.exec(normalizeText(input))?.[0].replace(/[()]/g, '')
  return groups && `+${code} ${groups}`
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
