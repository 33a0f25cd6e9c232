import Stripe from 'stripe'
import type { ChargeOutcome } from '@/server/gateways/charge-outcome'
import { callStripe, withCharge } from '@/server/gateways/stripe-outcome'

/** The parameters of a charge; amount in minor units. */
export interface Charge {
  attemptId: string
  orderId: string
  idempotencyKey: string
  amount: number
  currency: string
  customer: string
  paymentSource: PaymentSource
}

/** A card's payment method, or a one-time token from a wallet or the Payment Element. */
export type PaymentSource = { paymentMethod: string } | { confirmationToken: string }

/** Created and confirmed in one call. */
export const buildPaymentIntent = (charge: Charge) =>
  [
    {
      amount: charge.amount,
      currency: charge.currency.toLowerCase(),
      customer: charge.customer,
      ...('confirmationToken' in charge.paymentSource
        ? {
            confirmation_token: charge.paymentSource.confirmationToken,
            // The same types as in the browser's elements.
            allowed_payment_method_types: ['card'],
          }
        : { payment_method: charge.paymentSource.paymentMethod }),
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      confirm: true,
      use_stripe_sdk: true,
      metadata: { attempt: charge.attemptId, order: charge.orderId },
      ...withCharge,
    },
    { idempotencyKey: charge.idempotencyKey },
  ] satisfies Parameters<Stripe['paymentIntents']['create']>

/** The card's fingerprint; null for an unknown card. Throws when the provider does not answer. */
export async function retrieveCardFingerprint(
  stripe: Stripe,
  paymentSource: PaymentSource,
): Promise<string | null> {
  try {
    const card =
      'confirmationToken' in paymentSource
        ? (await stripe.confirmationTokens.retrieve(paymentSource.confirmationToken))
            .payment_method_preview?.card
        : (await stripe.paymentMethods.retrieve(paymentSource.paymentMethod)).card
    return card?.fingerprint ?? null
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null
    throw error
  }
}

/** Reads a charge back by its id, or finds it among its customer's last 100 by the metadata. */
export async function retrieveCharge(
  stripe: Stripe,
  { id, providerRef }: { id: string; providerRef: string | null },
  customer: string,
): Promise<ChargeOutcome> {
  if (providerRef) return callStripe(() => stripe.paymentIntents.retrieve(providerRef, withCharge))
  try {
    const { data } = await stripe.paymentIntents.list({ customer, limit: 100 })
    const match = data.find(intent => intent.metadata['attempt'] === id)
    if (!match) return { status: 'none' }
    return callStripe(() => stripe.paymentIntents.retrieve(match.id, withCharge))
  } catch {
    return { status: 'unknown' }
  }
}

/** Our attempt id of a charge; null without one. Throws when the provider does not answer. */
export async function retrieveAttemptId(stripe: Stripe, ref: string): Promise<string | null> {
  try {
    return (await stripe.paymentIntents.retrieve(ref)).metadata['attempt'] ?? null
  } catch (error) {
    const isMissing =
      error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'
    if (isMissing) return null
    throw error
  }
}

/** Cancels an unpaid charge. For one that cannot be cancelled, the outcome is read back. */
export async function cancelCharge(stripe: Stripe, ref: string): Promise<ChargeOutcome> {
  const cancelled = await callStripe(() => stripe.paymentIntents.cancel(ref))
  return cancelled.status === 'cancelled'
    ? cancelled
    : callStripe(() => stripe.paymentIntents.retrieve(ref, withCharge))
}
