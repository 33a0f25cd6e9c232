import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { callingCodeOf } from '@/domain/data/dial-codes'
import { hasOwnCode, typedPhone } from '@/domain/phone/parse-phone'

/** The number as the customer wrote it, behind the calling code that was chosen unless it has its own. */
export function writtenPhone({
  customer,
  dialCode,
}: Pick<CheckoutState, 'customer' | 'dialCode'>): string {
  const typed = typedPhone(customer, dialCode)
  const calling = callingCodeOf(dialCode)
  return !typed || !calling || hasOwnCode(typed) ? typed : `+${calling} ${typed}`
}
