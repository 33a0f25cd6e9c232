import { eq } from 'drizzle-orm'
import { tokenLifetimeMs } from '@/domain/checkout/checkout-status'
import { lastStep } from '@/domain/checkout/steps'
import { isRenewalOffered } from '@/domain/payments/auto-renewal'
import { readLifetimeAnswer, withLifetimeAnswer } from '@/domain/payments/lifetime-upsell'
import { parseWallet } from '@/domain/payments/payment-method-label'
import type { Backend } from '@/server/backend'
import type { Env } from '@/server/config/env'
import type { Tx } from '@/server/db/open'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import {
  type AttemptRow,
  type ChargedQuote,
  type OrderRow,
  orders,
} from '@/server/db/tables/orders'
import type { ChargeOutcome } from '@/server/gateways/charge-outcome'
import { crashAt } from '@/server/infra/crash-point'
import { generateOrderNumber } from '@/server/infra/tokens'
import { enqueueOrderMessages } from '@/server/outbox/enqueue'
import { recordUnmatched } from '@/server/payments/attempt-repository'
import { commitCouponUse } from '@/server/payments/coupon-reservation'

/** The order's kind and its buyer: hash of the e-mail address, id of the partner's token. */
export type OrderIdentity = Pick<OrderRow, 'kind' | 'emailHash' | 'partnerTokenId'>

/**
 * New → `pending`, with the first attempt to pay the order of a locked checkout; a later attempt
 * only changes the price and the buyer of the same order.
 */
export async function placeOrder(
  { now }: Backend,
  tx: Tx,
  { id: checkoutId }: Pick<CheckoutRow, 'id'>,
  { kind, emailHash, partnerTokenId }: OrderIdentity,
  { currency, total }: Pick<ChargedQuote, 'currency' | 'total'>,
): Promise<OrderRow> {
  const changes = { kind, emailHash, partnerTokenId, currency, total }
  const newOrder = {
    id: generateOrderNumber(),
    checkoutId,
    status: 'pending' as const,
    createdAt: now(),
  }
  const [order] = await tx
    .insert(orders)
    .values({ ...newOrder, ...changes })
    .onConflictDoUpdate({ target: [orders.checkoutId, orders.kind], set: changes })
    .returning()
  if (!order) throw new Error('the order was not stored')
  return order
}

/**
 * Marks the order of a captured attempt paid with the charged quote and queues its messages. Money
 * that no order waits for is marked as unmatched. Returns the attempt.
 */
export async function recordCapture(
  backend: Backend,
  tx: Tx,
  { attempt, checkout }: { attempt: AttemptRow; checkout: CheckoutRow },
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
    return recordUnmatched(tx, attempt)
  }
  await markPaid(backend, tx, { attempt, checkout, order })
  return attempt
}

/**
 * The attempt's order while it waits for money: the plan order while the checkout is `processing`,
 * the lifetime order once the plan is paid. Undefined when no money is expected, or its customer is
 * erased.
 */
async function findAwaitedOrder(
  tx: Tx,
  { orderId, checkoutId }: AttemptRow,
  checkout: CheckoutRow,
): Promise<OrderRow | undefined> {
  if (checkout.erasedAt) return undefined
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

/** The order: `pending` → `paid`; the checkout: `processing` → `paid`, with the plan's order. */
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

/** Whether a plan offers auto-renewal at its payment; the lifetime upsell is not offered then. */
export const canOfferRenewal = (
  { hasSubscriptions }: Pick<Env, 'hasSubscriptions'>,
  { state }: Pick<CheckoutRow, 'state'>,
  { planId, partnerTokenId }: { planId: number; partnerTokenId: string | null },
): boolean =>
  isRenewalOffered({
    isOn: hasSubscriptions,
    variants: state.variants ?? {},
    planId,
    isByPartner: partnerTokenId !== null,
  })
