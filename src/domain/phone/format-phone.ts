import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { findCallingCode } from '@/domain/data/dial-codes'
import { hasOwnCode, toDialDigits, toPhoneInput } from '@/domain/phone/parse-phone'

/**
 * The number as typed, once with its calling code: the chosen one unless it was typed with its own,
 * with or without the plus.
 */
export function formatPhone({
  customer,
  dialCode,
}: Pick<CheckoutState, 'customer' | 'dialCode'>): string {
  const input = toPhoneInput(customer, dialCode)
  const callingCode = findCallingCode(dialCode)
  if (!input || !callingCode || hasOwnCode(input)) return input
  const isComplete =
    toDialDigits(input) === customer.phone && customer.phone.startsWith(callingCode)
  return isComplete ? `+${input}` : `+${callingCode} ${input}`
}
