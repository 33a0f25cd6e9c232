import Stripe from 'stripe'
import type { Truth } from '@/server/gateways/charge-outcome'
import { truthOf, withCharge } from '@/server/gateways/stripe-outcome'

/** A charge as we ask for it; amount in minor units. */
export interface Charge {
  attemptId: string
  orderId: string
  idempotencyKey: string
  amount: number
  currency: string
  customer: string
  means: Means
}

/** What pays: a card's payment method, or what a wallet or a form has collected for this one time. */
export type Means = { paymentMethod: string } | { confirmationToken: string }

/** Created and confirmed in one call, for what the browser has collected. */
export const intentFor = (charge: Charge) =>
  [
    {
      amount: charge.amount,
      currency: charge.currency.toLowerCase(),
      customer: charge.customer,
      ...('confirmationToken' in charge.means
        ? {
            confirmation_token: charge.means.confirmationToken,
            // As the elements in the browser were told.
            allowed_payment_method_types: ['card'],
          }
        : { payment_method: charge.means.paymentMethod }),
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      confirm: true,
      use_stripe_sdk: true,
      metadata: { attempt: charge.attemptId, order: charge.orderId },
      ...withCharge,
    },
    { idempotencyKey: charge.idempotencyKey },
  ] satisfies Parameters<Stripe['paymentIntents']['create']>

/** What tells a card from others; null for what is no card the provider knows. */
export async function printOf(stripe: Stripe, means: Means): Promise<string | null> {
  try {
    const card =
      'confirmationToken' in means
        ? (await stripe.confirmationTokens.retrieve(means.confirmationToken)).payment_method_preview
            ?.card
        : (await stripe.paymentMethods.retrieve(means.paymentMethod)).card
    return card?.fingerprint ?? null
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null
    throw error
  }
}

/** Reads a charge back, by its id or among the charges of its customer. */
export async function lookUp(
  stripe: Stripe,
  { id, providerRef }: { id: string; providerRef: string | null },
  customer: string,
): Promise<Truth> {
  if (providerRef) return truthOf(() => stripe.paymentIntents.retrieve(providerRef, withCharge))
  try {
    const { data } = await stripe.paymentIntents.list({ customer, limit: 100 })
    const found = data.find(intent => intent.metadata.attempt === id)
    if (!found) return { status: 'none' }
    return truthOf(() => stripe.paymentIntents.retrieve(found.id, withCharge))
  } catch {
    return { status: 'unknown' }
  }
}

/** The attempt a charge was made for; null for a charge that is not ours. */
export async function ownNameOf(stripe: Stripe, ref: string): Promise<string | null> {
  try {
    return (await stripe.paymentIntents.retrieve(ref)).metadata.attempt ?? null
  } catch (error) {
    const isNone = error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'
    if (isNone) return null
    throw error
  }
}

/** Cancels what is not paid yet; what cannot be cancelled is read instead. */
export async function cancelOrRead(stripe: Stripe, ref: string): Promise<Truth> {
  const cancelled = await truthOf(() => stripe.paymentIntents.cancel(ref))
  return cancelled.status === 'cancelled'
    ? cancelled
    : truthOf(() => stripe.paymentIntents.retrieve(ref, withCharge))
}
