import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import type { CardFieldName } from '@/client/payments/decline-messages'
import type { Quote } from '@/domain/pricing/quote'

/**
 * Pays once: a card's payment method, or the confirmation token of a wallet or the Payment Element.
 */
export type PaymentSource = { payment_method: string } | { confirmation_token: string }

/** The payment source, or why there is none. Nothing was charged in either case. */
export type CollectResult =
  | { source: PaymentSource }
  | { field: CardFieldName; code: string }
  | { declineCode: string }
  | 'unreachable'

/** The card form as the rest of the page uses it. */
export interface Card {
  collect: (billingDetails: { name: string; email: string }) => Promise<CollectResult>
  /** Makes the Payment Element show its own errors. */
  validate?: () => unknown
  /** Shows the bank's challenge; false when it fails. */
  confirm: (clientSecret: string) => Promise<boolean>
  /** Wallet name for analytics; undefined for our card form. */
  method?: 'apple pay' | 'google pay'
}

/**
 * Amount for elements that are shown before a payment exists. Only cards: every other method would
 * leave the page.
 */
export const buildDeferredOptions = ({ total, currency }: Pick<Quote, 'total' | 'currency'>) =>
  ({
    mode: 'payment',
    amount: total,
    currency: currency.toLowerCase(),
    allowedPaymentMethodTypes: ['card'] as string[],
  }) as const

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
