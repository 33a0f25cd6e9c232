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

/** Card testers try many cards: so many declines, then a rest. */
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
/** The same card from many addresses: no bank changes its mind so often in a day. */
const cardDeclineLimit: RateLimit = { name: 'declines-card', maxHits: 20, windowSeconds: 86_400 }

/** Who pays which checkout. */
interface Payer {
  row: CheckoutRow
  address: string
}

/** Throws where too many cards were declined; true when an attempt that was under way has paid by now. */
export async function isPaidAlready(backend: Backend, { row, address }: Payer): Promise<boolean> {
  await assertWithinLimit(backend, addressDeclineLimit, address)
  await assertWithinLimit(backend, checkoutDeclineLimit, row.id)
  return row.activeAttemptId !== null && (await isPaidByNow(backend, row.activeAttemptId))
}

/** What the browser says shall pay; null when it names nothing. */
export function readPaymentSource({
  payment_method,
  confirmation_token,
}: Pick<Infer<typeof createPaymentIntent.body>, 'payment_method' | 'confirmation_token'>) {
  if (confirmation_token) return { confirmationToken: confirmation_token }
  return payment_method ? { paymentMethod: payment_method } : null
}

/** Charges a committed attempt once. Answers where the money is; refuses when nothing was charged. */
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

/** Only an order that costs nothing is made without a card. */
const noCardError = {
  reason: 'no_card',
  issues: [{ field: 'payment_method', message: 'payment_method.missing' }],
}

/** A call that is still out may yet take the money; older ones are asked about. */
const callInFlightMs = 15_000

/**
 * What became of the attempt that holds the checkout. True when it took the money. An attempt the
 * customer left waiting for the bank is called off, so that it can never be charged besides the new one.
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
  /** What tells the card from others; null where that was not learnt. */
  cardFingerprint?: string | null
  /** The card was declined too often, so that the bank was not asked: for how long it has to rest. */
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

/** Undefined when the provider does not answer. */
const readCardFingerprint = ({ stripe, log }: Backend, paymentSource: PaymentSource) =>
  stripe.cardFingerprint(paymentSource).catch(error => {
    log.error(toSafeLog(error), 'the payment provider did not tell the card')
    return undefined
  })

/** What the customer is told; the attempt has been brought in line with the provider before. */
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
 * Keeps what only this call learnt: the provider's id, or that nothing was charged. An event may have
 * been faster; what it made of the attempt is the provider's own word and stays.
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
