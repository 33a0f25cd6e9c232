import { and, eq } from 'drizzle-orm'
import type { Infer } from '@/contract/api-call'
import type { fulfilOrder } from '@/contract/operator'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import type { Tx } from '@/server/db/open'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import { type OrderRow, orders } from '@/server/db/tables/orders'
import { ApiError } from '@/server/infra/api-error'
import { enqueueFulfilled } from '@/server/outbox/enqueue'
import { toOrderSummary } from '@/server/outbox/order-details'

type FulfilInput = Pick<Input<undefined, Infer<typeof fulfilOrder.body>>, 'params' | 'body'>

/**
 * Marks a paid order as sent or ready, with the parcel's number if it has one. Its checkout becomes
 * `completed`, and a paid lifetime order of the same checkout is fulfilled with it: one permit is made
 * for both. Repeated with the same number it changes nothing. Throws `not_found`, `order_state` for an
 * order that is not paid, and `payment_in_progress` while a lifetime order is being paid.
 */
export async function fulfil(
  backend: Backend,
  { params, body }: FulfilInput,
): Promise<Infer<typeof fulfilOrder.response>> {
  const { order, checkout } = await backend.db.transaction(tx =>
    markFulfilled(backend, tx, params['id'] ?? '', body.tracking_number || null),
  )
  backend.log.info({ event: 'order.fulfilled', order: order.id }, 'an order was fulfilled')
  return { order: toOrderSummary(order, checkout.state) }
}

interface FulfilledOrder {
  order: OrderRow
  checkout: CheckoutRow
}

async function markFulfilled(
  backend: Backend,
  tx: Tx,
  id: string,
  trackingNumber: string | null,
): Promise<FulfilledOrder> {
  const { order, checkout } = await lockOrder(tx, id)
  if (order.status === 'fulfilled' && order.trackingNumber === trackingNumber)
    return { order, checkout }
  if (order.status !== 'paid') throw new ApiError('order_state')
  if (checkout.activeAttemptId) throw new ApiError('payment_in_progress')
  const changes = {
    status: 'fulfilled' as const,
    fulfilledAt: backend.now(),
    trackingNumber,
  }
  const fulfilled = await tx
    .update(orders)
    .set(changes)
    .where(and(eq(orders.checkoutId, checkout.id), eq(orders.status, 'paid')))
    .returning()
  await tx
    .update(checkouts)
    .set({ status: 'completed', version: checkout.version + 1 })
    .where(eq(checkouts.id, checkout.id))
  await enqueueFulfilled(backend, tx, id)
  return { order: fulfilled.find(row => row.id === id) ?? order, checkout }
}

/** Locks an order's checkout, then reads the order. Throws `not_found`. */
async function lockOrder(tx: Tx, id: string): Promise<FulfilledOrder> {
  const [found] = await tx
    .select({ checkoutId: orders.checkoutId })
    .from(orders)
    .where(eq(orders.id, id))
  const [checkout] = await tx
    .select()
    .from(checkouts)
    .where(eq(checkouts.id, found?.checkoutId ?? ''))
    .for('update')
  const [order] = await tx.select().from(orders).where(eq(orders.id, id))
  if (!checkout || !order) throw new ApiError('not_found')
  return { order, checkout }
}
