import type { Customer } from '@/domain/checkout/customer-schema'
import { normalizeText } from '@/domain/input/clean-input'

/**
 * The digits of a number, with a plus if it was typed with its calling code: `+44`, `0044`,
 * Australia's `0011 44` (no number of North America has a 1 after its calling code), `tel:+44`.
 */
export function toDialDigits(input: string): string {
  const text = normalizeText(input)
  const digits = text.replace(/\D/g, '')
  // In a right-to-left field the plus may have been typed last.
  const hasCode = /^\D*\+|\+\D*$/.test(text) || digits.startsWith('00')
  return hasCode ? `+${digits.replace(/^00(?:11)?/, '')}` : digits
}

/** Whether a number was typed with its calling code. */
export const hasOwnCode = (input: string): boolean => toDialDigits(input).startsWith('+')

/** The number as typed; one that only the server has stored gets its plus back. */
export function toPhoneInput(
  { phone_typed, phone }: Pick<Customer, 'phone_typed' | 'phone'>,
  dialCode: string,
): string {
  if (phone_typed !== null) return phone_typed
  return phone && !dialCode && !hasOwnCode(phone) ? `+${phone}` : phone
}
