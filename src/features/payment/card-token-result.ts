import type { Stripe, StripeError } from '@stripe/stripe-js'
import type { CardFieldName } from '@/client/payments/decline-messages'
import type { Card, CollectResult } from '@/features/payment/card'

/**
 * Why nothing was collected. `fieldOf` maps the provider's code to one of our fields, unless the
 * provider shows the error itself.
 */
export function toCollectError(
  { type, code = '', decline_code }: StripeError,
  fieldOf: (code: string) => CardFieldName | undefined,
): CollectResult {
  const field = type === 'validation_error' && fieldOf(code)
  if (field) return { field, code }
  return type === 'card_error'
    ? { declineCode: decline_code || code || 'card_declined' }
    : 'unreachable'
}

/** Shows the bank's challenge in the provider's dialog; false when it fails. */
export const createConfirm =
  (stripe: Stripe): Card['confirm'] =>
  async clientSecret => {
    try {
      return (await stripe.handleNextAction({ clientSecret })).error === undefined
    } catch {
      return false
    }
  }
