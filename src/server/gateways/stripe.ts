import Stripe from 'stripe'
import type { Aftermath } from '@/domain/payments'
import type { Env } from '@/server/env'
import { type RenewalGateway, renewalGateway } from '@/server/gateways/stripe-renewals'
import type { Truth } from '@/server/gateways/truth'

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

export interface StripeGateway {
  /** Finds or creates, and updates, the provider's record of this customer; its id. */
  customer: (known: string | null, person: Person, asked: CustomerCall) => Promise<string>
  charge: (charge: Charge) => Promise<Truth>
  /** What tells a card from others, whoever uses it; null for what is no card the provider knows. */
  cardPrint: (means: Means) => Promise<string | null>
  /** Reads a charge back, by its id or, when that was never learnt, among the customer's charges. */
  look: (attempt: { id: string; providerRef: string | null }, customer: string) => Promise<Truth>
  /** The name we have given a charge; null for one that is not ours. Throws where the provider does not say. */
  ownName: (ref: string) => Promise<string | null>
  cancel: (ref: string) => Promise<Truth>
  refund: (ref: string, attemptId: string) => Promise<void>
  /** What was given back of a charge, and whether it is disputed. Throws where the provider does not say. */
  aftermath: (ref: string) => Promise<Aftermath>
  /** Every payment of ours that has gone through since a moment, the newest first. */
  payments: (since: Date) => AsyncIterable<Payment>
  renewals: RenewalGateway
  /** The event of a webhook; undefined when the signature does not fit. */
  event: (rawBody: Buffer, signature: string) => Stripe.Event | undefined
}

/** A payment that has gone through, as the provider lists it; amount in minor units. */
export interface Payment {
  ref: string
  attemptId: string
  amount: number
  currency: string
  isReturned: boolean
}

export interface Person {
  /** Null where the provider does not take it. */
  email: string | null
  name: string
}

/** For whom a customer is made, and in which attempt: its id makes the call once. */
export interface CustomerCall {
  checkoutId: string
  attemptId: string
}

/** Nothing waits for the provider longer than this. */
const patienceMs = 10_000

/** Stripe through its own SDK; `apiBase` points it at the sandbox or at another stand-in on this machine. */
export function stripeGateway(
  { stripe: { secretKey, webhookSecret, apiBase } }: Pick<Env, 'stripe'>,
  timeout = patienceMs,
): StripeGateway {
  const stripe = new Stripe(secretKey, { maxNetworkRetries: 0, timeout, ...hostOf(apiBase) })
  return {
    customer: (known, person, asked) =>
      known ? updateCustomer(stripe, known, person) : oneCustomer(stripe, person, asked),
    charge: charge => truthOf(() => stripe.paymentIntents.create(...intentFor(charge))),
    cardPrint: means => printOf(stripe, means),
    look: (attempt, customer) => lookUp(stripe, attempt, customer),
    ownName: ref => ownNameOf(stripe, ref),
    cancel: ref => cancelOrRead(stripe, ref),
    refund: ref => refundOnce(stripe, ref),
    aftermath: ref => aftermathOf(stripe, ref),
    payments: since => paymentsSince(stripe, since),
    renewals: renewalGateway(stripe),
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

const updateCustomer = async (stripe: Stripe, id: string, person: Person): Promise<string> =>
  (await stripe.customers.update(id, { name: person.name, email: person.email ?? '' })).id

/**
 * A customer of the checkout's own. The provider gives a failed call's answer again under its key, for
 * ever: every attempt has a key of its own, and first takes the customer that an earlier one has made
 * without hearing of it.
 */
async function oneCustomer(
  stripe: Stripe,
  person: Person,
  { checkoutId, attemptId }: CustomerCall,
): Promise<string> {
  const made = person.email && (await madeBefore(stripe, person.email, checkoutId))
  if (made) return updateCustomer(stripe, made, person)
  const created = await stripe.customers.create(
    { ...withEmail(person), metadata: { checkout: checkoutId } },
    { idempotencyKey: `customer-${attemptId}` },
  )
  return created.id
}

const withEmail = ({ email, name }: Person) => (email ? { email, name } : { name })

async function madeBefore(
  stripe: Stripe,
  email: string,
  checkoutId: string,
): Promise<string | undefined> {
  const { data } = await stripe.customers.list({ email, limit: 100 })
  return data.find(({ metadata }) => metadata.checkout === checkoutId)?.id
}

/** Whether a call failed for nothing but the customer's e-mail address. */
export const isEmailRefused = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  (error.code === 'email_invalid' || error.param === 'email')

async function printOf(stripe: Stripe, means: Means): Promise<string | null> {
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

const withCharge = { expand: ['latest_charge'] }

/** Created and confirmed in one call, for what the browser has collected. */
const intentFor = (charge: Charge) =>
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

async function ownNameOf(stripe: Stripe, ref: string): Promise<string | null> {
  try {
    return (await stripe.paymentIntents.retrieve(ref)).metadata.attempt ?? null
  } catch (error) {
    const isNone = error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'
    if (isNone) return null
    throw error
  }
}

/** Cancels what is not paid yet; what cannot be cancelled is read instead. */
async function cancelOrRead(stripe: Stripe, ref: string): Promise<Truth> {
  const cancelled = await truthOf(() => stripe.paymentIntents.cancel(ref))
  return cancelled.status === 'cancelled'
    ? cancelled
    : truthOf(() => stripe.paymentIntents.retrieve(ref, withCharge))
}

/**
 * All that is left is given back: a second time the provider refuses by itself. A key of ours would only have it
 * repeat a failure of its own for ever. Money that was given back already, by an operator for one, is as good as ours.
 */
async function refundOnce(stripe: Stripe, ref: string): Promise<void> {
  try {
    await stripe.refunds.create({ payment_intent: ref })
  } catch (error) {
    const isBackAlready =
      error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded'
    if (!isBackAlready) throw error
  }
}

async function aftermathOf(stripe: Stripe, ref: string): Promise<Aftermath> {
  const { latest_charge } = await stripe.paymentIntents.retrieve(ref, withCharge)
  const charge = typeof latest_charge === 'object' ? latest_charge : null
  return {
    refunded: charge?.amount_refunded ?? 0,
    dispute: charge?.disputed ? await disputeOf(stripe, ref) : null,
  }
}

/** A payment can be disputed more than once: one that is open, or was lost, counts. */
async function disputeOf(stripe: Stripe, ref: string): Promise<Aftermath['dispute']> {
  const { data } = await stripe.disputes.list({ payment_intent: ref, limit: 100 })
  const found = data.map(({ status }) => disputes[status] ?? 'open')
  return (['open', 'lost', 'won'] as const).find(dispute => found.includes(dispute)) ?? null
}

/** What is not listed here is still being decided; a warning is a question and no dispute yet. */
const disputes: Partial<Record<Stripe.Dispute.Status, 'won' | 'lost'>> = {
  won: 'won',
  lost: 'lost',
  warning_closed: 'won',
}

/** What others charge through the same account has no attempt of ours. */
async function* paymentsSince(stripe: Stripe, since: Date): AsyncGenerator<Payment> {
  const gte = Math.floor(since.getTime() / 1_000)
  const expand = ['data.latest_charge']
  for await (const intent of stripe.paymentIntents.list({ created: { gte }, limit: 100, expand })) {
    const { id, metadata, status, latest_charge: charge } = intent
    if (status !== 'succeeded' || !metadata.attempt) continue
    yield {
      ref: id,
      attemptId: metadata.attempt,
      amount: intent.amount_received,
      currency: intent.currency.toUpperCase(),
      isReturned: typeof charge === 'object' && charge !== null && charge.refunded,
    }
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
        paidWith: meansOf(intent),
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

/** A wallet by its name (SPEC 3), or the card: `visa 4242`. */
function meansOf({ latest_charge }: Stripe.PaymentIntent): string | null {
  const details = typeof latest_charge === 'object' ? latest_charge?.payment_method_details : null
  if (!details?.card) return null
  const { brand, last4, wallet } = details.card
  return wallets[wallet?.type ?? ''] ?? `${brand} ${last4}`
}

const wallets: Record<string, string> = { apple_pay: 'apple pay', google_pay: 'google pay' }

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
