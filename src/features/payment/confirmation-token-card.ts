import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import type { Card, Collected } from '@/features/payment/card'
import { confirming, uncollected } from '@/features/payment/card-token-result'

/**
 * What pays with a token for one confirmation: the provider's form that is one piece, or a wallet. A wallet knows
 * better than the page whose card it is.
 */
export const tokenCardOf = (
  stripe: Stripe,
  elements: StripeElements,
  of: 'form' | 'wallet',
): Card => ({
  collect: async ({ name, email }) => {
    const holder = of === 'form' ? { name, email } : { email }
    try {
      const submitted = await elements.submit()
      if (submitted.error) return uncollectedIn(submitted.error)
      const { confirmationToken, error } = await stripe.createConfirmationToken({
        elements,
        params: { payment_method_data: { billing_details: holder } },
      })
      return confirmationToken
        ? { means: { confirmation_token: confirmationToken.id } }
        : uncollectedIn(error)
    } catch {
      return 'unreachable'
    }
  },
  confirm: confirming(stripe),
  check: () => elements.submit(),
})

/** The form marks the place itself: to the page it is one field. */
const uncollectedIn = (error: StripeError): Collected => uncollected(error, () => 'card')
