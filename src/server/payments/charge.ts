import { eq } from 'drizzle-orm'
import type { Infer } from '@/contract/api-call'
import type { createPaymentIntent } from '@/contract/merchant'
import type { Backend } from '@/server/backend'
import type { CheckoutRow } from '@/server/db/tables/checkouts'
import { type AttemptRow, attempts } from '@/server/db/tables/orders'
import type { ChargeOutcome } from '@/server/gateways/charge-outcome'
import type { PaymentSource } from '@/server/gateways/stripe-charges'
import { ApiError } from '@/server/infra/api-error'
import { crashAt } from '@/server/infra/crash-point'
import { toSafeLog } from '@/server/infra/safe-error-log'
import {
  assertWithinLimit,
  getRetryAfterSeconds,
  type RateLimit,
  recordHit,
} from '@/server/limits/rate-limit'
import { cancelAttempt } from '@/server/payments/cancel-attempt'
import { invalidateCoupon } from '@/server/payments/coupon-reservation'
import { isPayment, lock, release, settle, toFreeOutcome } from '@/server/payments/settle'
import { syncStripeCustomer } from '@/server/payments/stripe-customer'

type PaymentIntentResponse = Infer<typeof createPaymentIntent.response>

/** Against card testing: further tries are refused after this many declines. */
const addressDeclineLimit: RateLimit = {
  name: 'declines-address',
  maxHits: 10,
  windowSeconds: 3_600,
}
const checkoutDeclineLimit: RateLimit = {
  name: 'declines-checkout',
  maxHits: 6,
  windowSeconds: 900,
}
/** Declines of one card across network addresses and checkouts, by its fingerprint. */
const cardDeclineLimit: RateLimit = { name: 'declines-card', maxHits: 20, windowSeconds: 86_400 }

/** The checkout and the payer's network address. */
interface Payer {
  row: CheckoutRow
  address: string
}

/**
 * Returns true when an earlier attempt has paid the order meanwhile. Throws `rate_limited` after
 * too many declines, and what `isPaidByNow` throws.
 */
export async function isPaidAlready(backend: Backend, { row, address }: Payer): Promise<boolean> {
  await assertWithinLimit(backend, addressDeclineLimit, address)
  await assertWithinLimit(backend, checkoutDeclineLimit, row.id)
  return row.activeAttemptId !== null && (await isPaidByNow(backend, row.activeAttemptId))
}

/** The body's payment source: a confirmation token, else a payment method, else null. */
export function readPaymentSource({
  payment_method,
  confirmation_token,
}: Pick<Infer<typeof createPaymentIntent.body>, 'payment_method' | 'confirmation_token'>) {
  if (confirmation_token) return { confirmationToken: confirmation_token }
  return payment_method ? { paymentMethod: payment_method } : null
}

/**
 * Charges a committed attempt once and returns the payment status. Throws `declined`,
 * `unprocessable`, `unavailable` or `rate_limited` when nothing was charged.
 */
export async function chargeOnce(
  backend: Backend,
  attempt: AttemptRow,
  { row, address, paymentSource }: Payer & { paymentSource: PaymentSource | null },
): Promise<PaymentIntentResponse> {
  const { outcome, cardFingerprint, retryAfterSeconds } = await charge(
    backend,
    attempt,
    row,
    paymentSource,
  )
  if (outcome.status === 'declined') {
    await recordHit(backend, addressDeclineLimit, address)
    await recordHit(backend, checkoutDeclineLimit, row.id)
    if (cardFingerprint) await recordHit(backend, cardDeclineLimit, cardFingerprint)
  }
  if (retryAfterSeconds) {
    await recordOutcome(backend, attempt, outcome)
    throw new ApiError('rate_limited', { retryAfterSeconds })
  }
  return toAnswer(backend, attempt, outcome)
}

/** Only an order with a total of 0 needs no card. */
const noCardError = {
  reason: 'no_card',
  issues: [{ field: 'payment_method', message: 'payment_method.missing' }],
}

/** The provider call of a younger attempt may still be running; older attempts are settled. */
const callInFlightMs = 15_000

/**
 * Settles the attempt that holds the checkout and returns true when it has paid. An attempt that
 * waits for the customer is cancelled, so that it cannot be charged besides the new one. Throws
 * `payment_in_progress` or `needs_check` while the attempt may still take money.
 */
export async function isPaidByNow(backend: Backend, attemptId: string): Promise<boolean> {
  const { db, now } = backend
  const [activeAttempt] = await db.select().from(attempts).where(eq(attempts.id, attemptId))
  if (
    activeAttempt?.state === 'created' &&
    now().getTime() - activeAttempt.createdAt.getTime() < callInFlightMs
  )
    throw new ApiError('payment_in_progress')
  const attempt = await cancelAttempt(backend, await settle(backend, attemptId))
  if (attempt.state === 'confirming' || attempt.state === 'created')
    throw new ApiError('payment_in_progress')
  if (attempt.state === 'needs_check') throw new ApiError('needs_check')
  return isPayment(attempt)
}

interface ChargeResult {
  outcome: ChargeOutcome
  /** The provider's fingerprint of the card; null or missing when unknown. */
  cardFingerprint?: string | null
  /** Set when the card was declined too often and the bank was not asked. */
  retryAfterSeconds?: number
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
  const retryAfterSeconds = cardFingerprint
    ? await getRetryAfterSeconds(backend, cardDeclineLimit, cardFingerprint)
    : 0
  if (retryAfterSeconds > 0)
    return { ...buildRefusal('card_declined_too_often'), retryAfterSeconds }
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
  return { outcome, cardFingerprint }
}

const buildRefusal = (reason: string): ChargeResult => ({ outcome: { status: 'refused', reason } })

/** The card's fingerprint; undefined when the provider does not answer. */
const readCardFingerprint = ({ stripe, log }: Backend, paymentSource: PaymentSource) =>
  stripe.cardFingerprint(paymentSource).catch(error => {
    log.error(
      { event: 'payment.card_unreadable', ...toSafeLog(error) },
      'the card could not be read from the payment provider',
    )
    return undefined
  })

/** Records the outcome and settles the attempt. Throws when nothing was charged. */
async function toAnswer(
  backend: Backend,
  attempt: AttemptRow,
  outcome: ChargeOutcome,
): Promise<PaymentIntentResponse> {
  const answer = { order: { id: attempt.orderId }, client_secret: null }
  await recordOutcome(backend, attempt, outcome)
  switch (outcome.status) {
    case 'requires_action':
      await settle(backend, attempt.id)
      return { ...answer, status: 'requires_action', client_secret: outcome.clientSecret }
    case 'declined':
      throw new ApiError('declined', { reason: outcome.reason })
    case 'refused':
      if (outcome.reason === noCardError.reason)
        throw new ApiError('unprocessable', { issues: noCardError.issues })
      throw new ApiError('unavailable', { reason: outcome.reason })
    default: {
      const settled = await settle(backend, attempt.id)
      return { ...answer, status: isPayment(settled) ? 'success' : 'checking' }
    }
  }
}

/**
 * Stores what only this call has learned: the provider's id, a failure, or doubt. Writes only while
 * the attempt is `created`: an event may have been faster, and its result remains.
 */
async function recordOutcome(
  backend: Backend,
  attempt: AttemptRow,
  outcome: ChargeOutcome,
): Promise<void> {
  const { db, now } = backend
  const hasFailed = outcome.status === 'declined' || outcome.status === 'refused'
  await db.transaction(async tx => {
    const { attempt: latest } = await lock(tx, attempt.id)
    if (latest.state !== 'created') return
    if (hasFailed) await release(tx, attempt)
    await tx
      .update(attempts)
      .set({
        checkedAt: now(),
        ...('ref' in outcome && outcome.ref && { providerRef: outcome.ref }),
        ...(hasFailed && { state: 'failed', reason: outcome.reason }),
        ...(outcome.status === 'unknown' && { state: 'needs_check' }),
      })
      .where(eq(attempts.id, attempt.id))
    crashAt('answer_uncommitted')
  })
  if (hasFailed) await invalidateCoupon(backend, attempt)
}
