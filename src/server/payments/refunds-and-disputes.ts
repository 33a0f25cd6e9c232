import { eq } from 'drizzle-orm'
import { mayBecome, orderEdges, statusAfter } from '@/domain/payments/payment-states'
import type { Backend } from '@/server/backend'
import type { Tx } from '@/server/db/open'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import { attempts, orders } from '@/server/db/tables/orders'
import { isPayment, lock } from '@/server/payments/settle'
import { stop } from '@/server/payments/subscription'
import { renewalOf } from '@/server/payments/subscription-repository'

/**
 * Writes down what was given back of an attempt's order, and whether the payment is disputed. Like `settle` it
 * asks the provider, so that events may come late, twice or in any order. Throws where the provider does not say.
 */
export async function recordAftermath(backend: Backend, attemptId: string): Promise<void> {
  const { db, stripe, paypal } = backend
  const [attempt] = await db.select().from(attempts).where(eq(attempts.id, attemptId))
  // Money that no order expected is given back by ourselves, and is nobody's order.
  if (!attempt?.providerRef || !isPayment(attempt)) return
  const gateway = attempt.provider === 'paypal' ? paypal : stripe
  if (!gateway) return
  const told = await gateway.aftermath(attempt.providerRef)
  const after = await db.transaction(async tx => {
    const { checkout } = await lock(tx, attemptId)
    const [order] = await tx.select().from(orders).where(eq(orders.id, attempt.orderId))
    if (!order) return
    const aftermath = {
      ...told,
      dispute: told.dispute === undefined ? order.dispute : told.dispute,
    }
    const before = checkout.status === 'completed' ? 'fulfilled' : 'paid'
    const status = statusAfter({ total: order.total, before }, aftermath)
    await tx
      .update(orders)
      .set({ ...aftermath, ...(mayBecome(orderEdges, order.status, status) && { status }) })
      .where(eq(orders.id, order.id))
    if (order.kind === 'lifetime') await keepLifetime(tx, checkout, status === before)
    return { kind: order.kind, status }
  })
  if (after?.kind === 'plan' && after.status !== 'paid' && after.status !== 'fulfilled')
    await renewNoMore(backend, attempt.checkoutId)
}

/** Whose plan was given back, or is disputed, is not charged for another one. */
async function renewNoMore(backend: Backend, checkoutId: string): Promise<void> {
  const renewal = await renewalOf(backend.db, checkoutId)
  if (renewal) await stop(backend, renewal)
}

/** A plan is for life as long as that stays paid. */
async function keepLifetime(tx: Tx, { id, state }: CheckoutRow, isLifetimePaid: boolean) {
  if (state.isLifetimePaid === isLifetimePaid) return
  await tx
    .update(checkouts)
    .set({ state: { ...state, isLifetimePaid } })
    .where(eq(checkouts.id, id))
}
