import { eq } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import { type AttemptRow, attempts } from '@/server/db/tables/orders'
import type { ChargeOutcome } from '@/server/gateways/charge-outcome'
import type { ApprovedOrder } from '@/server/gateways/paypal'
import { crashAt } from '@/server/infra/crash-point'
import { changeAttempt, recordOutcome } from '@/server/payments/attempt-repository'
import {
  decideSettlement,
  type SettlementStep,
  toFreeOutcome,
} from '@/server/payments/decide-settlement'
import { recordCapture } from '@/server/payments/order-repository'
import { capturePaypalOrder } from '@/server/payments/paypal-capture'
import { refundUnmatchedPayment } from '@/server/payments/refund-unmatched-payment'

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
  // The Stripe customer is created first: without one, no charge was sent.
  if (attempt.provider === 'stripe')
    return stripeCustomer ? stripe.retrieve(attempt, stripeCustomer) : { status: 'none' }
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
