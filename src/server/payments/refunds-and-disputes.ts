import { eq } from 'drizzle-orm'
import { deriveOrderStatus, mayBecome, orderEdges } from '@/domain/payments/payment-states'
import type { Backend } from '@/server/backend'
import type { Tx } from '@/server/db/open'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import { attempts, orders } from '@/server/db/tables/orders'
import { isPayment, lock } from '@/server/payments/settle'
import { stopRenewal } from '@/server/payments/subscription'
import { findRenewalByCheckout } from '@/server/payments/subscription-repository'

/**
 * Writes down what was given back of an attempt's order, and whether the payment is disputed. Like `settle` it
 * asks the provider, so that events may come late, twice or in any order. Throws where the provider does not say.
 */
export async function recordRefundsAndDisputes(backend: Backend, attemptId: string): Promise<void> {
  const { db, stripe, paypal } = backend
  const [attempt] = await db.select().from(attempts).where(eq(attempts.id, attemptId))
  // Money that no order expected is given back by ourselves, and is nobody's order.
  if (!attempt?.providerRef || !isPayment(attempt)) return
  const gateway = attempt.provider === 'paypal' ? paypal : stripe
  if (!gateway) return
  const providerRefundState = await gateway.retrieveRefundsAndDisputes(attempt.providerRef)
  const updatedOrder = await db.transaction(async tx => {
    const { checkout } = await lock(tx, attemptId)
    const [order] = await tx.select().from(orders).where(eq(orders.id, attempt.orderId))
    if (!order) return
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
    if (order.kind === 'lifetime') await updateLifetimePaid(tx, checkout, status === paidStatus)
    return { kind: order.kind, status }
  })
  if (
    updatedOrder?.kind === 'plan' &&
    updatedOrder.status !== 'paid' &&
    updatedOrder.status !== 'fulfilled'
  )
    await stopRenewalOfCheckout(backend, attempt.checkoutId)
}

/** Whose plan was given back, or is disputed, is not charged for another one. */
async function stopRenewalOfCheckout(backend: Backend, checkoutId: string): Promise<void> {
  const renewal = await findRenewalByCheckout(backend.db, checkoutId)
  if (renewal) await stopRenewal(backend, renewal)
}

/** A plan is for life as long as that stays paid. */
async function updateLifetimePaid(tx: Tx, { id, state }: CheckoutRow, isLifetimePaid: boolean) {
  if (state.isLifetimePaid === isLifetimePaid) return
  await tx
    .update(checkouts)
    .set({ state: { ...state, isLifetimePaid } })
    .where(eq(checkouts.id, id))
}
