import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import type { Card, CollectResult } from '@/features/payment/card'
import { createConfirm, toCollectError } from '@/features/payment/card-token-result'

/**
 * What pays with a token for one confirmation: the provider's form that is one piece, or a wallet. A wallet knows
 * better than the page whose card it is.
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

/** The form marks the place itself: to the page it is one field. */
const toTokenCollectError = (error: StripeError): CollectResult =>
  toCollectError(error, () => 'card')
