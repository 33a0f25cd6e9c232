import { eq } from 'drizzle-orm'
import {
  deriveOrderStatus,
  isPayment,
  mayBecome,
  orderEdges,
} from '@/domain/payments/payment-states'
import type { Backend } from '@/server/backend'
import type { Db, Tx } from '@/server/db/open'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import { type OrderRow, orders } from '@/server/db/tables/orders'
import { enqueueMoneyMessages } from '@/server/outbox/enqueue'
import { findAttempt, lockAttempt } from '@/server/payments/attempt-repository'
import { stopRenewal } from '@/server/payments/subscription'
import { findRenewalByCheckout } from '@/server/payments/subscription-repository'

/**
 * Stores the refunds and disputes of an attempt's order and queues the messages of a change. Reads them
 * from the provider, like `settle`, so events may arrive late, twice or in any order; a reading that
 * another one has overtaken is repeated, so that no older amount is stored. Throws when the provider does
 * not answer.
 */
export async function recordRefundsAndDisputes(backend: Backend, attemptId: string): Promise<void> {
  const { db, stripe, paypal } = backend
  const attempt = await findAttempt(db, attemptId)
  // Unmatched money is refunded by us and belongs to no order.
  if (!attempt?.providerRef || !isPayment(attempt)) return
  const gateway = attempt.provider === 'paypal' ? paypal : stripe
  if (!gateway) return
  const before = await findOrder(db, attempt.orderId)
  const providerRefundState = await gateway.retrieveRefundsAndDisputes(attempt.providerRef)
  const updatedOrder = await db.transaction(async tx => {
    const { checkout } = await lockAttempt(tx, attemptId)
    const order = await findOrder(tx, attempt.orderId)
    if (!order) return
    if (order.refunded !== before?.refunded || order.dispute !== before.dispute) return 'stale'
    const refundState = {
      ...providerRefundState,
      dispute:
        providerRefundState.dispute === undefined ? order.dispute : providerRefundState.dispute,
    }
    const paidStatus = checkout.status === 'completed' ? 'fulfilled' : 'paid'
    const status = deriveOrderStatus({ total: order.total, before: paidStatus }, refundState)
    await tx
      .update(orders)
      .set({ ...refundState, ...(mayBecome(orderEdges, order.status, status) && { status }) })
      .where(eq(orders.id, order.id))
    await enqueueMoneyMessages(backend, tx, order, refundState)
    if (order.kind === 'lifetime') await updateLifetimePaid(tx, checkout, status === paidStatus)
    return { kind: order.kind, status }
  })
  if (updatedOrder === 'stale') return recordRefundsAndDisputes(backend, attemptId)
  if (
    updatedOrder?.kind === 'plan' &&
    updatedOrder.status !== 'paid' &&
    updatedOrder.status !== 'fulfilled'
  )
    await stopRenewalOfCheckout(backend, attempt.checkoutId)
}

async function findOrder(db: Db | Tx, id: string): Promise<OrderRow | undefined> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  return order
}

/** A refunded or disputed plan is not renewed. */
async function stopRenewalOfCheckout(backend: Backend, checkoutId: string): Promise<void> {
  const renewal = await findRenewalByCheckout(backend.db, checkoutId)
  if (renewal) await stopRenewal(backend, renewal)
}

/** The lifetime flag is set only while the lifetime order is paid. */
async function updateLifetimePaid(tx: Tx, { id, state }: CheckoutRow, isLifetimePaid: boolean) {
  if (state.isLifetimePaid === isLifetimePaid) return
  await tx
    .update(checkouts)
    .set({ state: { ...state, isLifetimePaid } })
    .where(eq(checkouts.id, id))
}
