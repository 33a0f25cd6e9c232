import { and, eq } from 'drizzle-orm'
import { tokenLifetimeMs } from '@/domain/checkout/checkout-status'
import { lastStep } from '@/domain/checkout/steps'
import { answerTo, withAnswer } from '@/domain/payments/lifetime-upsell'
import { walletIn } from '@/domain/payments/payment-method-label'
import { type AttemptState, attemptEdges, mayBecome } from '@/domain/payments/payment-states'
import type { Backend } from '@/server/backend'
import type { Tx } from '@/server/db/open'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import { type AttemptRow, attempts, type OrderRow, orders } from '@/server/db/tables/orders'
import type { Truth } from '@/server/gateways/charge-outcome'
import { failpoint } from '@/server/infra/crash-point'
import { oweAfterPayment } from '@/server/outbox/enqueue'
import { countUsesAnew, giveBackUse, keepUse } from '@/server/payments/coupon-reservation'
import { paypalTruth } from '@/server/payments/paypal-capture'
import { explain, surplus, withoutSurplus } from '@/server/payments/refund-unmatched-payment'
import { isOfferedAfter } from '@/server/payments/subscription-terms'

/** How long a charge that the provider does not know may still be on its way to it. */
const onItsWayMs = 60_000

/**
 * Brings an attempt in line with the provider. The finish page, the finish call, webhooks and the
 * sweeper all call this, in any order and any number of times; money that arrived makes the order paid.
 */
export async function settle(backend: Backend, attemptId: string): Promise<AttemptRow> {
  const { attempt, checkout } = await attemptWithCheckout(backend, attemptId)
  if (attempt.state === 'captured') return withoutSurplus(backend, attempt)
  const truth = await truthOf(backend, attempt, checkout)
  const settled = await backend.db.transaction(tx => record(backend, tx, attempt.id, truth))
  failpoint('settled')
  await countUsesAnew(backend, settled)
  return withoutSurplus(backend, settled)
}

async function attemptWithCheckout({ db }: Backend, id: string) {
  const [found] = await db
    .select({ attempt: attempts, checkout: checkouts })
    .from(attempts)
    .innerJoin(checkouts, eq(checkouts.id, attempts.checkoutId))
    .where(eq(attempts.id, id))
  if (!found) throw new Error('an attempt that does not exist cannot be settled')
  return found
}

async function truthOf(
  backend: Backend,
  attempt: AttemptRow,
  checkout: CheckoutRow,
): Promise<Truth> {
  if (attempt.provider === 'none') return nothingToPay(attempt)
  const isPaypal = attempt.provider === 'paypal'
  const truth = await (isPaypal
    ? paypalTruth(backend, attempt, other => settle(backend, other))
    : stripeTruth(backend, attempt, checkout))
  const { now } = backend
  const mayBeOnItsWay = now().getTime() - attempt.createdAt.getTime() < onItsWayMs
  return truth.status === 'none' && mayBeOnItsWay ? { status: 'unknown' } : truth
}

/** The customer is made first: until there is one, the charge has not even been asked for. */
const stripeTruth = async (
  { stripe }: Backend,
  attempt: AttemptRow,
  { stripeCustomer }: CheckoutRow,
): Promise<Truth> => (stripeCustomer ? stripe.look(attempt, stripeCustomer) : { status: 'none' })

/** The truth about an order that costs nothing: no provider has to be asked. */
export const nothingToPay = ({ id, currency }: AttemptRow): Truth => ({
  status: 'succeeded',
  ref: id,
  amount: 0,
  currency,
  paidWith: null,
})

/** The state an attempt is in when the provider says this; undefined leaves it as it is. */
const stateFor: Record<Truth['status'], AttemptState | undefined> = {
  succeeded: 'captured',
  requires_action: 'confirming',
  processing: 'confirming',
  declined: 'failed',
  refused: undefined,
  cancelled: 'cancelled',
  none: 'failed',
  unknown: undefined,
}

/** Writes down what the provider said. */
async function record(
  backend: Backend,
  tx: Tx,
  attemptId: string,
  truth: Truth,
): Promise<AttemptRow> {
  const { attempt, checkout } = await lock(tx, attemptId)
  const next = stateFor[truth.status]
  if (!next || !mayBecome(attemptEdges, attempt.state, next) || isBeingTaken(attempt, next))
    return touch(backend, tx, attempt, truth)
  const settled = await move(backend, tx, attempt, next, truth)
  if (next === 'captured') return capture(backend, tx, settled, checkout, truth)
  if (next !== 'confirming') await release(tx, settled)
  return settled
}

/** A capture at PayPal that is under way, or looked at by them, waits for nobody: it cannot be called off. */
const isBeingTaken = ({ provider, state }: AttemptRow, next: AttemptState): boolean =>
  provider === 'paypal' && state === 'needs_check' && next === 'confirming'

/** Locks checkout before attempt, as everyone who needs both does. */
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

async function touch({ now }: Backend, tx: Tx, attempt: AttemptRow, truth: Truth) {
  const ref = 'ref' in truth ? truth.ref : null
  const [touched] = await tx
    .update(attempts)
    .set({
      checkedAt: now(),
      providerRef: attempt.providerRef ?? ref,
      ...(attempt.state === 'confirming' && { reason: reasonIn(truth) }),
    })
    .where(eq(attempts.id, attempt.id))
    .returning()
  return touched ?? attempt
}

async function move(
  { now }: Backend,
  tx: Tx,
  attempt: AttemptRow,
  state: AttemptState,
  truth: Truth,
): Promise<AttemptRow> {
  const [moved] = await tx
    .update(attempts)
    .set({
      state,
      checkedAt: now(),
      providerRef: ('ref' in truth ? truth.ref : null) ?? attempt.providerRef,
      reason: reasonIn(truth),
      paidWith: truth.status === 'succeeded' ? truth.paidWith : null,
    })
    .where(eq(attempts.id, attempt.id))
    .returning()
  return moved ?? attempt
}

/** The bank waits for the customer: nothing is taken, and nothing will be without them. */
export const waitsForCustomer = 'authentication_required'

function reasonIn(truth: Truth): string | null {
  if (truth.status === 'requires_action') return waitsForCustomer
  return 'reason' in truth ? truth.reason : null
}

/** Frees the checkout, and the coupon, from an attempt that pays nothing. */
export async function release(
  tx: Tx,
  attempt: Pick<AttemptRow, 'id' | 'checkoutId'>,
): Promise<void> {
  await tx
    .update(checkouts)
    .set({ paying: null })
    .where(and(eq(checkouts.id, attempt.checkoutId), eq(checkouts.paying, attempt.id)))
  await giveBackUse(tx, attempt.id)
}

/** Whether the attempt's money pays its order; surplus money was taken too, and does not. */
export const isPayment = ({ state, reason }: AttemptRow): boolean =>
  state === 'captured' && reason === null

/** Makes the order paid with its lines as charged, and writes down what must follow, all at once. */
async function capture(
  backend: Backend,
  tx: Tx,
  attempt: AttemptRow,
  checkout: CheckoutRow,
  truth: Truth,
): Promise<AttemptRow> {
  const isItsPrice =
    truth.status === 'succeeded' &&
    truth.amount === attempt.amount &&
    truth.currency === attempt.currency
  const order = await awaitedOrder(tx, attempt, checkout)
  if (!order || !isItsPrice) {
    backend.log.error({ attempt: attempt.id }, 'money arrived that no order expects')
    await release(tx, attempt)
    return explain(tx, attempt, surplus)
  }
  await markPaid(backend, tx, { attempt, checkout, order })
  return attempt
}

/**
 * The attempt's order while it waits for money: the plan's as long as its checkout does, the one for life once
 * the plan is paid for. Undefined when nothing is expected (any more).
 */
async function awaitedOrder(
  tx: Tx,
  { orderId, checkoutId }: AttemptRow,
  checkout: CheckoutRow,
): Promise<OrderRow | undefined> {
  const own = await tx.select().from(orders).where(eq(orders.checkoutId, checkoutId))
  const order = own.find(({ id }) => id === orderId)
  if (order?.kind === 'plan') return checkout.status === 'processing' ? order : undefined
  const plan = own.find(({ kind }) => kind === 'plan')
  const isPlanPaid = plan?.status === 'paid' || plan?.status === 'fulfilled'
  const isDeclined = answerTo(checkout.state) === false
  return isPlanPaid && !isDeclined && order?.status === 'pending' ? order : undefined
}

interface Paid {
  attempt: AttemptRow
  checkout: CheckoutRow
  order: OrderRow
}

async function markPaid(
  { env, now }: Backend,
  tx: Tx,
  { attempt, checkout, order }: Paid,
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
  await keepUse(tx, attempt)
  await tx
    .update(checkouts)
    .set({
      ...(order.kind === 'plan' && { status: 'paid' }),
      paying: null,
      version: checkout.version + 1,
      state:
        order.kind === 'plan'
          ? {
              ...planPaid(checkout, attempt),
              isSubscriptionEnabled: isOfferedAfter(env, checkout, {
                ...order,
                ...attempt.charged,
              }),
            }
          : lifetimePaid(checkout),
      updatedAt: now(),
      // Photos may come long after the payment.
      expiresAt: new Date(now().getTime() + tokenLifetimeMs),
    })
    .where(eq(checkouts.id, checkout.id))
  failpoint('order_paid')
  await oweAfterPayment({ now }, tx, order, checkout.state)
}

const planPaid = ({ state }: CheckoutRow, { paidWith, provider }: AttemptRow) => ({
  ...state,
  step: lastStep,
  paymentMethod: walletIn(paidWith) ?? (provider === 'none' ? null : provider),
  confirmation_payment_method: paidWith ?? provider,
})

const lifetimePaid = ({ state }: CheckoutRow) => ({
  ...withAnswer(state, true),
  isLifetimePaid: true,
})
