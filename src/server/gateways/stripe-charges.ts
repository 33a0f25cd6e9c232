import Stripe from 'stripe'
import type { ChargeOutcome } from '@/server/gateways/charge-outcome'
import { outcomeOf, withCharge } from '@/server/gateways/stripe-outcome'

/** A charge as we ask for it; amount in minor units. */
export interface Charge {
  attemptId: string
  orderId: string
  idempotencyKey: string
  amount: number
  currency: string
  customer: string
  paymentSource: PaymentSource
}

/** What pays: a card's payment method, or what a wallet or a form has collected for this one time. */
export type PaymentSource = { paymentMethod: string } | { confirmationToken: string }

/** Created and confirmed in one call, for what the browser has collected. */
export const buildPaymentIntent = (charge: Charge) =>
  [
    {
      amount: charge.amount,
      currency: charge.currency.toLowerCase(),
      customer: charge.customer,
      ...('confirmationToken' in charge.paymentSource
        ? {
            confirmation_token: charge.paymentSource.confirmationToken,
            // As the elements in the browser were told.
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

/** What tells a card from others; null for what is no card the provider knows. */
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

/** Reads a charge back, by its id or among the charges of its customer. */
export async function retrieveCharge(
  stripe: Stripe,
  { id, providerRef }: { id: string; providerRef: string | null },
  customer: string,
): Promise<ChargeOutcome> {
  if (providerRef) return outcomeOf(() => stripe.paymentIntents.retrieve(providerRef, withCharge))
  try {
    const { data } = await stripe.paymentIntents.list({ customer, limit: 100 })
    const match = data.find(intent => intent.metadata.attempt === id)
    if (!match) return { status: 'none' }
    return outcomeOf(() => stripe.paymentIntents.retrieve(match.id, withCharge))
  } catch {
    return { status: 'unknown' }
  }
}

/** The attempt a charge was made for; null for a charge that is not ours. */
export async function retrieveAttemptId(stripe: Stripe, ref: string): Promise<string | null> {
  try {
    return (await stripe.paymentIntents.retrieve(ref)).metadata.attempt ?? null
  } catch (error) {
    const isMissing =
      error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'
    if (isMissing) return null
    throw error
  }
}

/** Cancels what is not paid yet; what cannot be cancelled is read instead. */
export async function cancelOrRetrieve(stripe: Stripe, ref: string): Promise<ChargeOutcome> {
  const cancelled = await outcomeOf(() => stripe.paymentIntents.cancel(ref))
  return cancelled.status === 'cancelled'
    ? cancelled
    : outcomeOf(() => stripe.paymentIntents.retrieve(ref, withCharge))
}
