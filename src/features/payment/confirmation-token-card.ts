import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import type { Card, CollectResult } from '@/features/payment/card'
import { createConfirm, toCollectError } from '@/features/payment/card-token-result'

/**
 * Pays with a confirmation token, from the Payment Element or a wallet. A wallet knows the
 * cardholder's name better than the page does.
 */
export const createTokenCard = (
  stripe: Stripe,
  elements: StripeElements,
  kind: 'form' | 'wallet',
): Card => ({
  collect: async ({ name, email }) => {
    const billingDetails = kind === 'form' ? { name, email } : { email }
    try {
      const submitResult = await elements.submit()
      if (submitResult.error) return toTokenCollectError(submitResult.error)
      const { confirmationToken, error } = await stripe.createConfirmationToken({
        elements,
        params: { payment_method_data: { billing_details: billingDetails } },
      })
      return confirmationToken
        ? { source: { confirmation_token: confirmationToken.id } }
        : toTokenCollectError(error)
    } catch {
      return 'unreachable'
    }
  },
  confirm: createConfirm(stripe),
  validate: () => elements.submit(),
})

/** The Payment Element marks the field itself; to the page it is one field. */
const toTokenCollectError = (error: StripeError): CollectResult =>
  toCollectError(error, () => 'card')
