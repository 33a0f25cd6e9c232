import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { findCallingCode } from '@/domain/data/dial-codes'
import { hasOwnCode, toPhoneInput } from '@/domain/phone/parse-phone'

/** The number as typed, with the chosen calling code in front unless it has its own. */
export function formatPhone({
  customer,
  dialCode,
}: Pick<CheckoutState, 'customer' | 'dialCode'>): string {
  const input = toPhoneInput(customer, dialCode)
  const callingCode = findCallingCode(dialCode)
  return !input || !callingCode || hasOwnCode(input) ? input : `+${callingCode} ${input}`
}
