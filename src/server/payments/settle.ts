import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { isPayment, unmatchedReason } from '@/domain/payments/payment-states'
import type { Backend } from '@/server/backend'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import { type AttemptRow, attempts } from '@/server/db/tables/orders'
import { type ChargeOutcome, RefundError } from '@/server/gateways/charge-outcome'
import type { ApprovedOrder } from '@/server/gateways/paypal'
import { ApiError } from '@/server/infra/api-error'
import { crashAt } from '@/server/infra/crash-point'
import { toSafeLog } from '@/server/infra/safe-error-log'
import {
  abandonAttempt,
  changeAttempt,
  claimForCapture,
  claimForRefund,
  dropRefundKey,
  findAttempt,
  recordOutcome,
  recordRefund,
} from '@/server/payments/attempt-repository'
import {
  decideSettlement,
  type SettlementStep,
  toFreeOutcome,
} from '@/server/payments/decide-settlement'
import { recordCapture } from '@/server/payments/order-repository'

/**
 * Brings an attempt in line with the provider and returns it: retrieves the provider's state,
 * decides, captures an approved PayPal order, and records the result. The finish page, the finish
 * call, webhooks and the sweeper call this in any order and any number of times; money that arrived
 * makes the order paid, or is refunded if no order waits for it.
 */
export async function settle(backend: Backend, attemptId: string): Promise<AttemptRow> {
  const { attempt, checkout } = await loadAttemptWithCheckout(backend, attemptId)
  if (attempt.state === 'captured') return refundUnmatchedPayment(backend, attempt)
  const retrieved = await retrieveState(backend, attempt, checkout)
  const step = decideSettlement(attempt, retrieved, backend.now())
  const outcome = await takeStep(backend, attempt, step)
  const settled = await recordSettlement(backend, attemptId, outcome)
  crashAt('settled')
  return refundUnmatchedPayment(backend, settled)
}

/** Logs that an attempt could not be settled now; the sweeper tries again. */
export const logSettleFailure =
  ({ log }: Backend, attempt: string) =>
  (error: unknown): void =>
    log.error(
      { event: 'payment.settle_failed', ...toSafeLog(error), attempt },
      'an attempt could not be settled',
    )

async function loadAttemptWithCheckout({ db }: Backend, id: string) {
  const [attemptRecord] = await db
    .select({ attempt: attempts, checkout: checkouts })
    .from(attempts)
    .innerJoin(checkouts, eq(checkouts.id, attempts.checkoutId))
    .where(eq(attempts.id, id))
  if (!attemptRecord) throw new Error('an attempt that does not exist cannot be settled')
  return attemptRecord
}

/** The provider's state of an attempt. Only reads. */
async function retrieveState(
  { stripe, paypal }: Backend,
  attempt: AttemptRow,
  { stripeCustomer }: Pick<CheckoutRow, 'stripeCustomer'>,
): Promise<ChargeOutcome | ApprovedOrder> {
  if (attempt.provider === 'none') return toFreeOutcome(attempt)
  // The Stripe customer is created first: without one, no charge was sent. An erased checkout has
  // lost it, but then the charge is known.
  if (attempt.provider === 'stripe')
    return stripeCustomer || attempt.providerRef
      ? stripe.retrieve(attempt, stripeCustomer ?? '')
      : { status: 'none' }
  // No PayPal order id yet, so it cannot have been approved.
  if (!attempt.providerRef) return { status: 'none' }
  return paypal ? paypal.retrieve(attempt.providerRef) : { status: 'unknown' }
}

/** The outcome to record. Money moves only here, and only for an approved PayPal order. */
async function takeStep(
  backend: Backend,
  attempt: AttemptRow,
  step: SettlementStep,
): Promise<ChargeOutcome> {
  if (step.action === 'record') return step.outcome
  const { outcome, paidCardAttempt } = await capturePaypalOrder(backend, attempt, step.order)
  if (paidCardAttempt) await settle(backend, paidCardAttempt)
  return outcome
}

interface CaptureResult {
  outcome: ChargeOutcome
  /** Id of a card attempt of the same order that has succeeded; nothing was captured then. */
  paidCardAttempt?: string
}

/** Leaves the attempt as it is. */
const unknown: CaptureResult = { outcome: { status: 'unknown' } }

/**
 * Takes the money of an approved PayPal order, once. Before, every card payment of the order is
 * cancelled and the attempt is claimed.
 */
async function capturePaypalOrder(
  backend: Backend,
  attempt: AttemptRow,
  { ref }: ApprovedOrder,
): Promise<CaptureResult> {
  if (!backend.paypal) return unknown
  if (attempt.state !== 'needs_check') {
    const cards = await cancelCardAttempts(backend, attempt)
    crashAt('cards_off')
    if (cards.status === 'paid')
      return { outcome: { status: 'cancelled', ref }, paidCardAttempt: cards.attemptId }
    if (cards.status === 'open' || !(await claimForCapture(backend, attempt.id))) return unknown
  }
  crashAt('capture_taken')
  const outcome = await backend.paypal.capture(ref, buildCaptureKey(attempt))
  return outcome.status === 'approved' || outcome.status === 'none' ? unknown : { outcome }
}

/** One key per attempt: repeated captures take the money once. */
const buildCaptureKey = ({ idempotencyKey }: AttemptRow): string => `${idempotencyKey}-capture`

/**
 * Cancels all card payments of the order that could still succeed: a browser could confirm even a
 * declined one again. `paid` when one has succeeded, `open` when one is uncertain.
 */
async function cancelCardAttempts(
  { db, stripe }: Backend,
  { orderId }: AttemptRow,
): Promise<{ status: 'paid'; attemptId: string } | { status: 'open' | 'cancelled' }> {
  const cardAttempts = await db
    .select()
    .from(attempts)
    .where(
      and(
        eq(attempts.orderId, orderId),
        eq(attempts.provider, 'stripe'),
        isNotNull(attempts.providerRef),
        inArray(attempts.state, ['created', 'confirming', 'needs_check', 'failed']),
      ),
    )
  for (const { id, providerRef } of cardAttempts) {
    const { status } = await stripe.cancel(providerRef ?? '')
    if (status === 'succeeded') return { status: 'paid', attemptId: id }
    if (status !== 'cancelled') return { status: 'open' }
  }
  return { status: 'cancelled' }
}

/** Stores the outcome in attempt, order and checkout, if the transition is allowed. */
const recordSettlement = (
  backend: Backend,
  attemptId: string,
  outcome: ChargeOutcome,
): Promise<AttemptRow> =>
  changeAttempt(backend, attemptId, async (tx, { attempt: before, checkout }) => {
    const attempt = await recordOutcome(backend, tx, before, outcome)
    const isNewCapture = before.state !== 'captured' && attempt.state === 'captured'
    return isNewCapture ? recordCapture(backend, tx, { attempt, checkout }, outcome) : attempt
  })

/**
 * Refunds unmatched money once and returns the attempt. The refund's key is committed before the
 * provider is asked. On failure the sweeper tries again.
 */
async function refundUnmatchedPayment(
  { db, stripe, paypal, log }: Backend,
  attempt: AttemptRow,
): Promise<AttemptRow> {
  const { id, providerRef } = attempt
  if (attempt.reason !== unmatchedReason || !providerRef) return attempt
  const gateway = attempt.provider === 'paypal' ? paypal : stripe
  const key = gateway && (await claimForRefund(db, id))
  if (!key) return attempt
  try {
    await gateway.refund(providerRef, key)
  } catch (error) {
    log.error(
      { event: 'payment.unmatched_refund_failed', ...toSafeLog(error), attempt: id },
      'an unmatched payment could not be refunded yet',
    )
    // The provider could repeat the stored failure for ever; it refuses a second refund by itself.
    if (error instanceof RefundError && error.isAnswered) await dropRefundKey(db, id, key)
    return attempt
  }
  crashAt('refunded')
  const refunded = await recordRefund(db, id)
  if (refunded)
    log.warn(
      { event: 'payment.unmatched_refunded', attempt: id },
      'an unmatched payment was refunded',
    )
  return refunded ?? attempt
}

/**
 * Cancels an attempt at the provider and returns it with its new state. An attempt that is final or
 * can no longer be cancelled is returned unchanged.
 */
export async function cancelAttempt(backend: Backend, attempt: AttemptRow): Promise<AttemptRow> {
  if (attempt.state !== 'confirming' || !attempt.providerRef) return attempt
  // PayPal takes money only through our capture call: abandoning an order needs no call.
  if (attempt.provider === 'paypal') return abandonAttempt(backend, attempt.id)
  await backend.stripe.cancel(attempt.providerRef)
  return settle(backend, attempt.id)
}

/** The provider call of a younger attempt may still be running; older attempts are settled. */
const callInFlightMs = 15_000

/**
 * Settles the attempt that holds the checkout and returns true when it has paid. An attempt that
 * waits for the customer is cancelled, so that it cannot be charged besides the new one. Throws
 * `payment_in_progress` or `needs_check` while the attempt may still take money.
 */
export async function endActiveAttempt(
  backend: Backend,
  { activeAttemptId: id }: Pick<CheckoutRow, 'activeAttemptId'>,
): Promise<boolean> {
  if (!id) return false
  const active = await findAttempt(backend.db, id)
  const ageMs = active ? backend.now().getTime() - active.createdAt.getTime() : 0
  if (active?.state === 'created' && ageMs < callInFlightMs)
    throw new ApiError('payment_in_progress')
  const attempt = await cancelAttempt(backend, await settle(backend, id))
  if (attempt.state === 'confirming' || attempt.state === 'created')
    throw new ApiError('payment_in_progress')
  if (attempt.state === 'needs_check') throw new ApiError('needs_check')
  return isPayment(attempt)
}
