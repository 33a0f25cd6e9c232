import Stripe from 'stripe'
import type { Env } from '@/server/env'

/** A charge as we ask for it; amount in minor units. */
export interface Charge {
  attemptId: string
  orderId: string
  idempotencyKey: string
  amount: number
  currency: string
  customer: string
  paymentMethod: string
}

/** What the provider says of a charge; `unknown` means it may or may not have happened. */
export type Truth =
  | { status: 'succeeded'; ref: string; amount: number; currency: string; paidWith: string | null }
  | { status: 'requires_action'; ref: string; clientSecret: string }
  | { status: 'processing'; ref: string }
  | { status: 'declined'; ref: string | null; reason: string }
  | { status: 'cancelled'; ref: string }
  /** The provider never heard of it. */
  | { status: 'none' }
  /** The provider answered that it did nothing, or could not be reached at all. */
  | { status: 'refused'; reason: string }
  | { status: 'unknown' }

export interface StripeGateway {
  /** Creates or updates the provider's record of this customer; its id. */
  customer: (known: string | null, person: Person, checkoutId: string) => Promise<string>
  charge: (charge: Charge) => Promise<Truth>
  /** Reads a charge back, by its id or, when that was never learnt, among the customer's charges. */
  look: (attempt: { id: string; providerRef: string | null }, customer: string) => Promise<Truth>
  cancel: (ref: string) => Promise<Truth>
  refund: (ref: string, attemptId: string) => Promise<void>
  /** The event of a webhook; undefined when the signature does not fit. */
  event: (rawBody: Buffer, signature: string) => Stripe.Event | undefined
}

export interface Person {
  email: string
  name: string
}

/** Nothing waits for the provider longer than this. */
const timeout = 10_000

/** Stripe through its own SDK; `apiBase` points it at the sandbox or at another stand-in on this machine. */
export function stripeGateway({
  stripe: { secretKey, webhookSecret, apiBase },
}: Env): StripeGateway {
  const stripe = new Stripe(secretKey, { maxNetworkRetries: 0, timeout, ...hostOf(apiBase) })
  return {
    customer: async (known, person, checkoutId) => {
      if (known) return (await stripe.customers.update(known, { ...person })).id
      const created = await stripe.customers.create(
        { ...person, metadata: { checkout: checkoutId } },
        { idempotencyKey: `customer-${checkoutId}` },
      )
      return created.id
    },
    charge: charge => truthOf(() => stripe.paymentIntents.create(...intentFor(charge))),
    look: (attempt, customer) => lookUp(stripe, attempt, customer),
    cancel: ref => cancelOrRead(stripe, ref),
    refund: (ref, attemptId) => refundOnce(stripe, ref, `refund-${attemptId}`),
    event: (rawBody, signature) => {
      try {
        return stripe.webhooks.constructEvent(rawBody, signature, webhookSecret)
      } catch {
        return undefined
      }
    },
  }
}

function hostOf(apiBase: string | undefined) {
  if (!apiBase) return {}
  const { hostname, port, protocol } = new URL(apiBase)
  return { host: hostname, port, protocol: protocol === 'http:' ? 'http' : 'https' } as const
}

const withCharge = { expand: ['latest_charge'] }

/** Created and confirmed in one call, for a card the browser has collected. */
const intentFor = (charge: Charge) =>
  [
    {
      amount: charge.amount,
      currency: charge.currency.toLowerCase(),
      customer: charge.customer,
      payment_method: charge.paymentMethod,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      confirm: true,
      use_stripe_sdk: true,
      metadata: { attempt: charge.attemptId, order: charge.orderId },
      ...withCharge,
    },
    { idempotencyKey: charge.idempotencyKey },
  ] satisfies Parameters<Stripe['paymentIntents']['create']>

async function lookUp(
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

/** Cancels what is not paid yet; what cannot be cancelled is read instead. */
async function cancelOrRead(stripe: Stripe, ref: string): Promise<Truth> {
  const cancelled = await truthOf(() => stripe.paymentIntents.cancel(ref))
  return cancelled.status === 'cancelled'
    ? cancelled
    : truthOf(() => stripe.paymentIntents.retrieve(ref, withCharge))
}

/** Money that was given back already, by an operator for one, is as good as ours. */
async function refundOnce(stripe: Stripe, ref: string, idempotencyKey: string): Promise<void> {
  try {
    await stripe.refunds.create({ payment_intent: ref }, { idempotencyKey })
  } catch (error) {
    const isBackAlready =
      error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded'
    if (!isBackAlready) throw error
  }
}

async function truthOf(ask: () => Promise<Stripe.PaymentIntent>): Promise<Truth> {
  try {
    return truthIn(await ask())
  } catch (error) {
    return truthBehind(error)
  }
}

function truthIn(intent: Stripe.PaymentIntent): Truth {
  const ref = intent.id
  switch (intent.status) {
    case 'succeeded':
      return {
        status: 'succeeded',
        ref,
        amount: intent.amount_received,
        currency: intent.currency.toUpperCase(),
        paidWith: cardOf(intent),
      }
    case 'requires_action':
    case 'requires_confirmation':
      return { status: 'requires_action', ref, clientSecret: intent.client_secret ?? '' }
    case 'requires_payment_method':
      // Without an error no bank has answered yet: the call that confirms it is still under way.
      return intent.last_payment_error
        ? { status: 'declined', ref, reason: reasonOf(intent.last_payment_error) }
        : { status: 'processing', ref }
    case 'canceled':
      return { status: 'cancelled', ref }
    default:
      return { status: 'processing', ref }
  }
}

function cardOf({ latest_charge }: Stripe.PaymentIntent): string | null {
  const details = typeof latest_charge === 'object' ? latest_charge?.payment_method_details : null
  return details?.card ? `${details.card.brand} ${details.card.last4}` : null
}

const reasonOf = (error: { code?: string; decline_code?: string } | null): string =>
  error?.decline_code || error?.code || 'card_declined'

function truthBehind(error: unknown): Truth {
  if (error instanceof Stripe.errors.StripeCardError)
    return { status: 'declined', ref: error.payment_intent?.id ?? null, reason: reasonOf(error) }
  // Never "nothing was sent", not even when the connection was refused: the SDK repeats a call whose
  // connection was cut, and only the last try is told here. The first may have taken the money.
  if (error instanceof Stripe.errors.StripeConnectionError) return { status: 'unknown' }
  const didNothing =
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError ||
    error instanceof Stripe.errors.StripeRateLimitError
  return didNothing
    ? { status: 'refused', reason: error.code ?? error.type }
    : { status: 'unknown' }
}
