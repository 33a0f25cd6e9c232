import { and, eq } from 'drizzle-orm'
import { tokenLifetimeMs } from '@/domain/checkout/checkout-status'
import { lastStep } from '@/domain/checkout/steps'
import { readLifetimeAnswer, withLifetimeAnswer } from '@/domain/payments/lifetime-upsell'
import { parseWallet } from '@/domain/payments/payment-method-label'
import { type AttemptState, attemptEdges, mayBecome } from '@/domain/payments/payment-states'
import type { Backend } from '@/server/backend'
import type { Tx } from '@/server/db/open'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import { type AttemptRow, attempts, type OrderRow, orders } from '@/server/db/tables/orders'
import type { ChargeOutcome } from '@/server/gateways/charge-outcome'
import { crashAt } from '@/server/infra/crash-point'
import { enqueueOrderMessages } from '@/server/outbox/enqueue'
import {
  commitCouponUse,
  invalidateCoupon,
  releaseCouponUse,
} from '@/server/payments/coupon-reservation'
import { settlePaypal } from '@/server/payments/paypal-capture'
import {
  recordReason,
  refundUnmatchedPayment,
  unmatchedReason,
} from '@/server/payments/refund-unmatched-payment'
import { canOfferRenewal } from '@/server/payments/subscription-terms'

/** A younger charge that the provider does not know may still be on its way to it. */
const inFlightMs = 60_000

/**
 * Brings an attempt in line with the provider and returns it. The finish page, the finish call,
 * webhooks and the sweeper call this in any order and any number of times; money that arrived makes
 * the order paid.
 */
export async function settle(backend: Backend, attemptId: string): Promise<AttemptRow> {
  const { attempt, checkout } = await loadAttemptWithCheckout(backend, attemptId)
  if (attempt.state === 'captured') return refundUnmatchedPayment(backend, attempt)
  const outcome = await outcomeOf(backend, attempt, checkout)
  const settled = await backend.db.transaction(tx => applyOutcome(backend, tx, attempt.id, outcome))
  crashAt('settled')
  await invalidateCoupon(backend, settled)
  return refundUnmatchedPayment(backend, settled)
}

async function loadAttemptWithCheckout({ db }: Backend, id: string) {
  const [attemptRecord] = await db
    .select({ attempt: attempts, checkout: checkouts })
    .from(attempts)
    .innerJoin(checkouts, eq(checkouts.id, attempts.checkoutId))
    .where(eq(attempts.id, id))
  if (!attemptRecord) throw new Error('an attempt that does not exist cannot be settled')
  return attemptRecord
}

async function outcomeOf(
  backend: Backend,
  attempt: AttemptRow,
  checkout: CheckoutRow,
): Promise<ChargeOutcome> {
  if (attempt.provider === 'none') return toFreeOutcome(attempt)
  const isPaypal = attempt.provider === 'paypal'
  const outcome = await (isPaypal
    ? settlePaypal(backend, attempt, otherAttemptId => settle(backend, otherAttemptId))
    : retrieveStripeOutcome(backend, attempt, checkout))
  const { now } = backend
  const mayBeInFlight = now().getTime() - attempt.createdAt.getTime() < inFlightMs
  return outcome.status === 'none' && mayBeInFlight ? { status: 'unknown' } : outcome
}

/** The Stripe customer is created first: without one, no charge was sent. */
const retrieveStripeOutcome = async (
  { stripe }: Backend,
  attempt: AttemptRow,
  { stripeCustomer }: CheckoutRow,
): Promise<ChargeOutcome> =>
  stripeCustomer ? stripe.retrieve(attempt, stripeCustomer) : { status: 'none' }

/** The outcome of an order with a total of 0: no provider is asked. */
export const toFreeOutcome = ({ id, currency }: AttemptRow): ChargeOutcome => ({
  status: 'succeeded',
  ref: id,
  amount: 0,
  currency,
  paidWith: null,
})

/** The next state by outcome; undefined leaves the state unchanged. */
const stateByOutcome: Record<ChargeOutcome['status'], AttemptState | undefined> = {
  succeeded: 'captured',
  requires_action: 'confirming',
  processing: 'confirming',
  declined: 'failed',
  refused: undefined,
  cancelled: 'cancelled',
  none: 'failed',
  unknown: undefined,
}

/** Applies the outcome to attempt, order and checkout, if the transition is allowed. */
async function applyOutcome(
  backend: Backend,
  tx: Tx,
  attemptId: string,
  outcome: ChargeOutcome,
): Promise<AttemptRow> {
  const { attempt, checkout } = await lock(tx, attemptId)
  const nextState = stateByOutcome[outcome.status]
  if (
    !nextState ||
    !mayBecome(attemptEdges, attempt.state, nextState) ||
    isCaptureInProgress(attempt, nextState)
  )
    return markChecked(backend, tx, attempt, outcome)
  const settled = await transition(backend, tx, attempt, nextState, outcome)
  if (nextState === 'captured') return recordCapture(backend, tx, settled, checkout, outcome)
  if (nextState !== 'confirming') await release(tx, settled)
  return settled
}

/** A pending or in-review PayPal capture cannot be cancelled: it never returns to `confirming`. */
const isCaptureInProgress = ({ provider, state }: AttemptRow, nextState: AttemptState): boolean =>
  provider === 'paypal' && state === 'needs_check' && nextState === 'confirming'

/**
 * Locks the checkout, then reads the attempt. Everything that needs both uses this order. Throws
 * when either row is missing.
 */
export async function lock(tx: Tx, attemptId: string) {
  const [{ checkoutId } = { checkoutId: '' }] = await tx
    .select({ checkoutId: attempts.checkoutId })
    .from(attempts)
    .where(eq(attempts.id, attemptId))
  const [checkout] = await tx
    .select()
    .from(checkouts)
    .where(eq(checkouts.id, checkoutId))
    .for('update')
  const [attempt] = await tx.select().from(attempts).where(eq(attempts.id, attemptId))
  if (!checkout || !attempt) throw new Error('the attempt is gone')
  return { attempt, checkout }
}

async function markChecked({ now }: Backend, tx: Tx, attempt: AttemptRow, outcome: ChargeOutcome) {
  const ref = 'ref' in outcome ? outcome.ref : null
  const [updated] = await tx
    .update(attempts)
    .set({
      checkedAt: now(),
      providerRef: attempt.providerRef ?? ref,
      ...(attempt.state === 'confirming' && { reason: reasonOf(outcome) }),
    })
    .where(eq(attempts.id, attempt.id))
    .returning()
  return updated ?? attempt
}

async function transition(
  { now }: Backend,
  tx: Tx,
  attempt: AttemptRow,
  state: AttemptState,
  outcome: ChargeOutcome,
): Promise<AttemptRow> {
  const [updated] = await tx
    .update(attempts)
    .set({
      state,
      checkedAt: now(),
      providerRef: ('ref' in outcome ? outcome.ref : null) ?? attempt.providerRef,
      reason: reasonOf(outcome),
      paidWith: outcome.status === 'succeeded' ? outcome.paidWith : null,
    })
    .where(eq(attempts.id, attempt.id))
    .returning()
  return updated ?? attempt
}

/** Reason of an attempt that waits for the customer: without them no money is taken. */
export const authenticationRequired = 'authentication_required'

function reasonOf(outcome: ChargeOutcome): string | null {
  if (outcome.status === 'requires_action') return authenticationRequired
  return 'reason' in outcome ? outcome.reason : null
}

/** Clears the attempt from its checkout and returns its coupon use. */
export async function release(
  tx: Tx,
  attempt: Pick<AttemptRow, 'id' | 'checkoutId'>,
): Promise<void> {
  await tx
    .update(checkouts)
    .set({ activeAttemptId: null })
    .where(and(eq(checkouts.id, attempt.checkoutId), eq(checkouts.activeAttemptId, attempt.id)))
  await releaseCouponUse(tx, attempt.id)
}

/** Whether the attempt's money pays its order; captured unmatched money has a reason. */
export const isPayment = ({ state, reason }: AttemptRow): boolean =>
  state === 'captured' && reason === null

/**
 * Marks the order paid with the charged quote and queues its messages, in one transaction. Money
 * that no order waits for is marked as unmatched.
 */
async function recordCapture(
  backend: Backend,
  tx: Tx,
  attempt: AttemptRow,
  checkout: CheckoutRow,
  outcome: ChargeOutcome,
): Promise<AttemptRow> {
  const isExactPrice =
    outcome.status === 'succeeded' &&
    outcome.amount === attempt.amount &&
    outcome.currency === attempt.currency
  const order = await findAwaitedOrder(tx, attempt, checkout)
  if (!order || !isExactPrice) {
    backend.log.error(
      { event: 'payment.unmatched', attempt: attempt.id },
      'a payment arrived that no order expects',
    )
    await release(tx, attempt)
    return recordReason(tx, attempt, unmatchedReason)
  }
  await markPaid(backend, tx, { attempt, checkout, order })
  return attempt
}

/**
 * The attempt's order while it waits for money: the plan order while the checkout is `processing`,
 * the lifetime order once the plan is paid. Undefined when no money is expected.
 */
async function findAwaitedOrder(
  tx: Tx,
  { orderId, checkoutId }: AttemptRow,
  checkout: CheckoutRow,
): Promise<OrderRow | undefined> {
  const checkoutOrders = await tx.select().from(orders).where(eq(orders.checkoutId, checkoutId))
  const order = checkoutOrders.find(({ id }) => id === orderId)
  if (order?.kind === 'plan') return checkout.status === 'processing' ? order : undefined
  const planOrder = checkoutOrders.find(({ kind }) => kind === 'plan')
  const isPlanPaid = planOrder?.status === 'paid' || planOrder?.status === 'fulfilled'
  const isDeclined = readLifetimeAnswer(checkout.state) === false
  return isPlanPaid && !isDeclined && order?.status === 'pending' ? order : undefined
}

interface PaidAttempt {
  attempt: AttemptRow
  checkout: CheckoutRow
  order: OrderRow
}

async function markPaid(
  { env, now }: Backend,
  tx: Tx,
  { attempt, checkout, order }: PaidAttempt,
): Promise<void> {
  await tx
    .update(orders)
    .set({
      status: 'paid',
      paidAt: now(),
      currency: attempt.currency,
      total: attempt.amount,
      charged: attempt.charged,
    })
    .where(eq(orders.id, order.id))
  await commitCouponUse(tx, attempt)
  await tx
    .update(checkouts)
    .set({
      ...(order.kind === 'plan' && { status: 'paid' }),
      activeAttemptId: null,
      version: checkout.version + 1,
      state:
        order.kind === 'plan'
          ? {
              ...toPlanPaidState(checkout, attempt),
              isSubscriptionEnabled: canOfferRenewal(env, checkout, {
                ...order,
                ...attempt.charged,
              }),
            }
          : toLifetimePaidState(checkout),
      updatedAt: now(),
      // Photos may be uploaded long after the payment.
      expiresAt: new Date(now().getTime() + tokenLifetimeMs),
    })
    .where(eq(checkouts.id, checkout.id))
  crashAt('order_paid')
  await enqueueOrderMessages({ now }, tx, order, checkout.state)
}

const toPlanPaidState = ({ state }: CheckoutRow, { paidWith, provider }: AttemptRow) => ({
  ...state,
  step: lastStep,
  paymentMethod: parseWallet(paidWith) ?? (provider === 'none' ? null : provider),
  confirmation_payment_method: paidWith ?? provider,
})

const toLifetimePaidState = ({ state }: CheckoutRow) => ({
  ...withLifetimeAnswer(state, true),
  isLifetimePaid: true,
})
