import Stripe from 'stripe'
import type { Env } from '@/server/config/env'
import type { ChargeOutcome } from '@/server/gateways/charge-outcome'
import { parseStripeEvent, type StripeEvent } from '@/server/gateways/stripe-events'
import {
  listPaymentsSince,
  refundCharge,
  retrieveRefundsAndDisputes,
} from '@/server/gateways/stripe-refunds'
import { createRenewalGateway } from '@/server/gateways/stripe-renewals'
import { findOutcomeOfStatus, measureCall } from '@/server/infra/measure-call'

/** The age of a signature that is accepted, as in Stripe's own library. */
const toleranceSeconds = 300

/** Timeout of every call to Stripe. */
const defaultTimeoutMs = 10_000

export type StripeGateway = ReturnType<typeof createStripeGateway>

type StripeEnv = Pick<Env, 'stripe' | 'statementDescriptor'>

/** Stripe through its SDK; `apiBase` points it at the sandbox or another local stand-in. */
export function createStripeGateway(
  { stripe: { secretKey, webhookSecrets, apiBase }, statementDescriptor }: StripeEnv,
  timeoutMs = defaultTimeoutMs,
) {
  const stripe = new Stripe(secretKey, {
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    httpClient: createHttpClient(),
    ...parseApiHost(apiBase),
  })
  return {
    /** Finds, creates or updates the provider's customer and returns its id. */
    upsertCustomer: (customerId: string | null, person: Person, call: CustomerCall) =>
      customerId
        ? updateCustomer(stripe, customerId, person)
        : findOrCreateCustomer(stripe, person, call),
    deleteCustomer: (customerId: string) => deleteCustomer(stripe, customerId),
    charge: (charge: Charge) =>
      callStripe(() =>
        stripe.paymentIntents.create(...buildPaymentIntent(charge, statementDescriptor)),
      ),
    retrieveCardFingerprint: (paymentSource: PaymentSource) =>
      retrieveCardFingerprint(stripe, paymentSource),
    retrieve: (attempt: { id: string; providerRef: string | null }, customer: string) =>
      retrieveCharge(stripe, attempt, customer),
    retrieveAttemptId: (ref: string) => retrieveAttemptId(stripe, ref),
    cancel: (ref: string) => cancelCharge(stripe, ref),
    /** See `refundCharge`; the amount in minor units. */
    refund: (ref: string, idempotencyKey: string, money?: { amount: number }) =>
      refundCharge(stripe, ref, idempotencyKey, money?.amount),
    retrieveRefundsAndDisputes: (ref: string) => retrieveRefundsAndDisputes(stripe, ref),
    listPayments: (since: Date) => listPaymentsSince(stripe, since),
    renewals: createRenewalGateway(stripe, statementDescriptor),
    /** The event of a webhook; undefined when the signature is invalid, null when it is unreadable. */
    constructEvent: (rawBody: Buffer, signature: string): StripeEvent | null | undefined => {
      const isGenuine = webhookSecrets.some(secret => isSigned(stripe, rawBody, signature, secret))
      return isGenuine ? parseStripeEvent(rawBody) : undefined
    },
  }
}

/** The SDK's own client, with measured calls. */
function createHttpClient() {
  const client = Stripe.createNodeHttpClient()
  const makeRequest = client.makeRequest.bind(client)
  return Object.assign(client, {
    makeRequest: (...args: Parameters<typeof makeRequest>) =>
      measureCall(
        'stripe',
        () => makeRequest(...args),
        response => findOutcomeOfStatus(response.getStatusCode()),
      ),
  })
}

function isSigned(stripe: Stripe, rawBody: Buffer, signature: string, secret: string): boolean {
  try {
    const verifier = stripe.webhooks.signature
    return verifier?.verifyHeader(rawBody, signature, secret, toleranceSeconds) ?? false
  } catch {
    return false
  }
}

function parseApiHost(apiBase: string | undefined) {
  if (!apiBase) return {}
  const { hostname, port, protocol } = new URL(apiBase)
  return { host: hostname, port, protocol: protocol === 'http:' ? 'http' : 'https' } as const
}

/** The parameters of a charge; amount in minor units. */
interface Charge {
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
const buildPaymentIntent = (charge: Charge, statementDescriptor: string | undefined) =>
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
      // Stripe refuses `statement_descriptor` for cards: it takes the account's prefix there.
      ...(statementDescriptor && { statement_descriptor_suffix: statementDescriptor }),
      metadata: { attempt: charge.attemptId, order: charge.orderId },
      ...withCharge,
    },
    { idempotencyKey: charge.idempotencyKey },
  ] satisfies Parameters<Stripe['paymentIntents']['create']>

/**
 * The card's fingerprint, the same for every customer; null for an unknown card. Throws when the
 * provider does not answer.
 */
async function retrieveCardFingerprint(
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
async function retrieveCharge(
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
async function retrieveAttemptId(stripe: Stripe, ref: string): Promise<string | null> {
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
async function cancelCharge(stripe: Stripe, ref: string): Promise<ChargeOutcome> {
  const cancelled = await callStripe(() => stripe.paymentIntents.cancel(ref))
  return cancelled.status === 'cancelled'
    ? cancelled
    : callStripe(() => stripe.paymentIntents.retrieve(ref, withCharge))
}

interface Person {
  /** Null when the provider refuses the address. */
  email: string | null
  name: string
}

/** The customer's checkout, and the attempt whose id makes the call idempotent. */
interface CustomerCall {
  checkoutId: string
  attemptId: string
}

/** Updates a customer's record and returns its id. */
const updateCustomer = async (stripe: Stripe, id: string, person: Person): Promise<string> =>
  (await stripe.customers.update(id, { name: person.name, email: person.email ?? '' })).id

/**
 * Deletes a customer's record, with name, address and saved cards. Its payments stay, and can still be
 * refunded. Does nothing if it is deleted already; throws when the provider does not confirm.
 */
async function deleteCustomer(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.customers.del(id)
  } catch (error) {
    const isGone = error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'
    if (!isGone) throw error
  }
}

/**
 * Returns the id of the checkout's own customer. Stripe repeats a failed response under its key, so
 * each attempt has its own key and first looks for the customer that an earlier attempt may have
 * created without learning its id.
 */
async function findOrCreateCustomer(
  stripe: Stripe,
  person: Person,
  { checkoutId, attemptId }: CustomerCall,
): Promise<string> {
  const existingId = person.email && (await findCustomerId(stripe, person.email, checkoutId))
  if (existingId) return updateCustomer(stripe, existingId, person)
  const customer = await stripe.customers.create(
    { ...toCustomerParams(person), metadata: { checkout: checkoutId } },
    { idempotencyKey: `customer-${attemptId}` },
  )
  return customer.id
}

const toCustomerParams = ({ email, name }: Person) => (email ? { email, name } : { name })

async function findCustomerId(
  stripe: Stripe,
  email: string,
  checkoutId: string,
): Promise<string | undefined> {
  const { data } = await stripe.customers.list({ email, limit: 100 })
  return data.find(({ metadata }) => metadata['checkout'] === checkoutId)?.id
}

/** Whether a call failed only because of the customer's e-mail address. */
export const isEmailRefused = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  (error.code === 'email_invalid' || error.param === 'email')

/** Expands the charge: payment method, refunds and disputes. */
const withCharge = { expand: ['latest_charge'] }

/** Makes a call and returns its outcome, whether the call returns or throws. */
async function callStripe(request: () => Promise<Stripe.PaymentIntent>): Promise<ChargeOutcome> {
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
