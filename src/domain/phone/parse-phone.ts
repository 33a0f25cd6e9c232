import type { Customer } from '@/domain/checkout/customer-schema'
import { normalizeText } from '@/domain/input/clean-input'

/** The number in digits alone; behind a plus when it was typed with its calling code: `+44`, `0044`, `tel:+44`. */
export function toDialDigits(input: string): string {
  const text = normalizeText(input)
  const digits = text.replace(/\D/g, '')
  // In a line that runs from the right, the plus may have been typed last.
  const hasCode = /^\D*\+|\+\D*$/.test(text) || digits.startsWith('00')
  return hasCode ? `+${digits.replace(/^00/, '')}` : digits
}

/** Whether a number was typed with its calling code. */
export const hasOwnCode = (input: string): boolean => toDialDigits(input).startsWith('+')

/** The number as the customer wrote it; one that only the server has written shows its plus again. */
export function toPhoneInput(
  { phone_typed, phone }: Pick<Customer, 'phone_typed' | 'phone'>,
  dialCode: string,
): string {
  if (phone_typed !== null) return phone_typed
  return phone && !dialCode && !hasOwnCode(phone) ? `+${phone}` : phone
}
