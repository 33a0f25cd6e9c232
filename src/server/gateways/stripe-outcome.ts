import Stripe from 'stripe'
import type { ChargeOutcome } from '@/server/gateways/charge-outcome'

/** Expands the charge: payment method, refunds and disputes. */
export const withCharge = { expand: ['latest_charge'] }

/** Makes a call and returns its outcome, whether the call returns or throws. */
export async function callStripe(
  request: () => Promise<Stripe.PaymentIntent>,
): Promise<ChargeOutcome> {
  try {
    return toOutcome(await request())
  } catch (error) {
    return toFailedOutcome(error)
  }
}

function toOutcome(intent: Stripe.PaymentIntent): ChargeOutcome {
  const ref = intent.id
  switch (intent.status) {
    case 'succeeded':
      return {
        status: 'succeeded',
        ref,
        amount: intent.amount_received,
        currency: intent.currency.toUpperCase(),
        paidWith: formatPaymentMethod(intent),
      }
    case 'requires_action':
    case 'requires_confirmation':
      return { status: 'requires_action', ref, clientSecret: intent.client_secret ?? '' }
    case 'requires_payment_method':
      // Without an error the bank has not answered: the confirming call is still running.
      return intent.last_payment_error
        ? { status: 'declined', ref, reason: reasonOf(intent.last_payment_error) }
        : { status: 'processing', ref }
    case 'canceled':
      return { status: 'cancelled', ref }
    default:
      return { status: 'processing', ref }
  }
}

/** The wallet's name, or the card: `visa 4242`. */
function formatPaymentMethod({ latest_charge }: Stripe.PaymentIntent): string | null {
  const details = typeof latest_charge === 'object' ? latest_charge?.payment_method_details : null
  if (!details?.card) return null
  const { brand, last4, wallet } = details.card
  return wallets[wallet?.type ?? ''] ?? `${brand} ${last4}`
}

const wallets: Record<string, string> = { apple_pay: 'apple pay', google_pay: 'google pay' }

const reasonOf = (error: { code?: string; decline_code?: string } | null): string =>
  error?.decline_code || error?.code || 'card_declined'

function toFailedOutcome(error: unknown): ChargeOutcome {
  if (error instanceof Stripe.errors.StripeCardError)
    return { status: 'declined', ref: error.payment_intent?.id ?? null, reason: reasonOf(error) }
  // A connection error is `unknown`, never `refused`: Stripe may have received the request before
  // the connection broke, and the money may be taken.
  if (error instanceof Stripe.errors.StripeConnectionError) return { status: 'unknown' }
  const isRejected =
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError ||
    error instanceof Stripe.errors.StripeRateLimitError
  return isRejected
    ? { status: 'refused', reason: error.code ?? error.type }
    : { status: 'unknown' }
}
