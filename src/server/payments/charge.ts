import { eq } from 'drizzle-orm'
import type { Infer } from '@/contract/api-call'
import type { createPaymentIntent } from '@/contract/merchant'
import { isPayment } from '@/domain/payments/payment-states'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { loadCheckout } from '@/server/checkout/checkout-repository'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import type { AttemptRow } from '@/server/db/tables/orders'
import type { ChargeOutcome } from '@/server/gateways/charge-outcome'
import { isEmailRefused, type PaymentSource } from '@/server/gateways/stripe'
import { ApiError } from '@/server/infra/api-error'
import { crashAt } from '@/server/infra/crash-point'
import { toSafeLog } from '@/server/infra/safe-error-log'
import { countCard, recordAnswer } from '@/server/payments/attempt-repository'
import { toFreeOutcome } from '@/server/payments/decide-settlement'
import { startWhenFree } from '@/server/payments/payment-limits'
import { endActiveAttempt, logSettleFailure, settle } from '@/server/payments/settle'
import { startAttempt } from '@/server/payments/start-attempt'

type Body = Infer<typeof createPaymentIntent.body>
type PaymentIntentResponse = Infer<typeof createPaymentIntent.response>

/**
 * Charges the stored checkout once and returns the payment status. The attempt is committed before
 * the provider is called, and no transaction is open during the call. Throws when nothing was
 * charged.
 */
export async function payCheckout(
  backend: Backend,
  input: Pick<Input<undefined, Body>, 'body' | 'address'>,
): Promise<PaymentIntentResponse> {
  const { body, address } = input
  const { row, order } = await loadCheckout(backend, body.token)
  const paidAnswer = {
    status: 'success',
    order: { id: order?.id ?? '' },
    client_secret: null,
  } as const
  if (row.status !== 'processing') return paidAnswer
  if (await endActiveAttempt(backend, row)) return paidAnswer
  const expectedPrice = { total: body.expected_total, currency: body.expected_currency }
  const payer = { token: body.token, address }
  const attempt = await startWhenFree(() => startAttempt(backend, payer, expectedPrice)).catch(
    ignorePaidError,
  )
  // Another tab has paid meanwhile: return the same response.
  if (!attempt) return payCheckout(backend, input)
  return chargeOnce(backend, attempt, row, readPaymentSource(body))
}

function ignorePaidError(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'paid') return undefined
  throw error
}

/** The body's payment source: a confirmation token, else a payment method, else null. */
export function readPaymentSource({
  payment_method,
  confirmation_token,
}: Pick<Body, 'payment_method' | 'confirmation_token'>) {
  if (confirmation_token) return { confirmationToken: confirmation_token }
  return payment_method ? { paymentMethod: payment_method } : null
}

/**
 * Charges a committed attempt once and returns the payment status: `checking` when the provider's
 * answer is a charge that could not be settled yet, which the sweeper does later. Throws `declined`,
 * `unprocessable`, `unavailable` or `rate_limited` when nothing was charged.
 */
export async function chargeOnce(
  backend: Backend,
  attempt: AttemptRow,
  row: CheckoutRow,
  paymentSource: PaymentSource | null,
): Promise<PaymentIntentResponse> {
  const { outcome, error } = await charge(backend, attempt, row, paymentSource)
  // The customer hears the provider's answer also when the database is away.
  const settled = await recordResult(backend, attempt, outcome).catch(
    logSettleFailure(backend, attempt.id),
  )
  if (error) throw error
  assertNotRefused(outcome)
  const answer = { order: { id: attempt.orderId }, client_secret: null }
  if (outcome.status === 'requires_action')
    return { ...answer, status: 'requires_action', client_secret: outcome.clientSecret }
  return { ...answer, status: settled && isPayment(settled) ? 'success' : 'checking' }
}

/** Records the provider's answer, and settles the attempt unless nothing was charged. */
async function recordResult(
  backend: Backend,
  { id }: AttemptRow,
  outcome: ChargeOutcome,
): Promise<AttemptRow> {
  const recorded = await recordAnswer(backend, id, outcome)
  return isRefusal(outcome) ? recorded : settle(backend, id)
}

/** Nothing was charged. */
const isRefusal = ({ status }: ChargeOutcome): boolean =>
  status === 'declined' || status === 'refused'

/** Only an order with a total of 0 needs no card. */
const noCardError = {
  reason: 'no_card',
  issues: [{ field: 'payment_method', message: 'payment_method.missing' }],
}

interface ChargeResult {
  outcome: ChargeOutcome
  /** Set when the card was declined too often and the bank was not asked. */
  error?: ApiError
}

async function charge(
  backend: Backend,
  attempt: AttemptRow,
  row: CheckoutRow,
  paymentSource: PaymentSource | null,
): Promise<ChargeResult> {
  if (attempt.provider === 'none') return { outcome: toFreeOutcome(attempt) }
  if (!paymentSource) return buildRefusal(noCardError.reason)
  const [customer, cardFingerprint] = await Promise.all([
    syncStripeCustomer(backend, row, attempt.id),
    readCardFingerprint(backend, paymentSource),
  ])
  if (!customer || cardFingerprint === undefined) return buildRefusal('unreachable')
  const error = cardFingerprint && (await tryCountCard(backend, attempt.id, cardFingerprint))
  if (error) return { ...buildRefusal('card_declined_too_often'), error }
  const outcome = await backend.stripe.charge({
    attemptId: attempt.id,
    orderId: attempt.orderId,
    idempotencyKey: attempt.idempotencyKey,
    amount: attempt.amount,
    currency: attempt.currency,
    customer,
    paymentSource,
  })
  crashAt('charged')
  return { outcome }
}

/** Counts the card, or returns the `rate_limited` error. */
async function tryCountCard(
  backend: Backend,
  attemptId: string,
  fingerprint: string,
): Promise<ApiError | undefined> {
  try {
    await countCard(backend, attemptId, fingerprint)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

const buildRefusal = (reason: string): ChargeResult => ({ outcome: { status: 'refused', reason } })

/** The card's fingerprint; undefined when the provider does not answer. */
const readCardFingerprint = ({ stripe, log }: Backend, paymentSource: PaymentSource) =>
  stripe.retrieveCardFingerprint(paymentSource).catch(error => {
    log.error(
      { event: 'payment.card_unreadable', ...toSafeLog(error) },
      'the card could not be read from the payment provider',
    )
    return undefined
  })

/** Throws when nothing was charged. */
function assertNotRefused(outcome: ChargeOutcome): void {
  if (outcome.status === 'declined') throw new ApiError('declined', { reason: outcome.reason })
  if (outcome.status !== 'refused') return
  if (outcome.reason === noCardError.reason)
    throw new ApiError('unprocessable', { issues: noCardError.issues })
  throw new ApiError('unavailable', { reason: outcome.reason })
}

/**
 * Creates or updates the Stripe customer of a checkout and returns its id. If Stripe refuses the
 * e-mail address, the customer has none: the payment goes on, and our own mails still use the
 * address. `callId` makes the call idempotent. Undefined when the provider does not answer.
 */
export async function syncStripeCustomer(
  backend: Backend,
  row: Pick<CheckoutRow, 'id' | 'stripeCustomer' | 'state'>,
  callId: string,
): Promise<string | undefined> {
  const { db, log } = backend
  try {
    const customerId = await upsertCustomer(backend, row, callId)
    if (customerId !== row.stripeCustomer)
      await db.update(checkouts).set({ stripeCustomer: customerId }).where(eq(checkouts.id, row.id))
    return customerId
  } catch (error) {
    log.error(
      { event: 'payment.customer_rejected', ...toSafeLog(error) },
      'the payment provider rejected the customer',
    )
    return undefined
  }
}

async function upsertCustomer(
  { stripe, log }: Backend,
  { id: checkoutId, stripeCustomer, state }: Pick<CheckoutRow, 'id' | 'stripeCustomer' | 'state'>,
  attemptId: string,
): Promise<string> {
  const { email, license_first_name: firstName, license_last_name: lastName } = state.customer
  const name = `${firstName} ${lastName}`.trim()
  try {
    return await stripe.upsertCustomer(stripeCustomer, { email, name }, { checkoutId, attemptId })
  } catch (error) {
    if (!isEmailRefused(error)) throw error
    log.warn(
      { event: 'payment.email_rejected', checkout: checkoutId },
      'the payment provider rejected the e-mail address',
    )
    const callIds = { checkoutId, attemptId: `${attemptId}-without-email` }
    return stripe.upsertCustomer(stripeCustomer, { email: null, name }, callIds)
  }
}
