import { and, eq } from 'drizzle-orm'
import type { Infer } from '@/contract/api-call'
import type { fulfilOrder } from '@/contract/operator'
import { findMissingPhotoTypes } from '@/domain/photos/photo-files'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import type { Tx } from '@/server/db/open'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import { checkoutEvents } from '@/server/db/tables/events'
import { type OrderRow, orders } from '@/server/db/tables/orders'
import { ApiError } from '@/server/infra/api-error'
import { enqueueFulfilled } from '@/server/outbox/enqueue'
import { toOrderSummary } from '@/server/outbox/order-details'

type FulfilInput = Pick<Input<undefined, Infer<typeof fulfilOrder.body>>, 'params' | 'body'>

/**
 * Marks a paid order as sent or ready, with the parcel's number if it has one. Its checkout becomes
 * `completed`, and the other paid order of the same checkout is fulfilled with it, plan or lifetime: one
 * permit is made for both. Each order sends its event, the customer gets one mail. Another number corrects that of a fulfilled order; without a number, or with the same one, it
 * changes nothing. Throws `not_found`, `order_state` for an order that is not paid, `photos_missing`
 * unless `without_photos` is true, and `payment_in_progress` while a lifetime order is being paid.
 */
export async function fulfil(
  backend: Backend,
  { params, body }: FulfilInput,
): Promise<Infer<typeof fulfilOrder.response>> {
  const { order, checkout } = await backend.db.transaction(tx =>
    markFulfilled(backend, tx, params['id'] ?? '', body),
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
  { tracking_number, without_photos = false }: FulfilInput['body'],
): Promise<FulfilledOrder> {
  const locked = await lockOrder(tx, id)
  const { order, checkout } = locked
  if (order.status === 'fulfilled') return correctTracking(backend, tx, locked, tracking_number)
  if (order.status !== 'paid') throw new ApiError('order_state')
  if (checkout.activeAttemptId) throw new ApiError('payment_in_progress')
  const missing_photos = findMissingPhotoTypes(checkout.state.approval_documents.images)
  if (missing_photos.length > 0 && !without_photos)
    throw new ApiError('photos_missing', { missing_photos })
  const fulfilled = await changeOrders(tx, locked, {
    status: 'fulfilled',
    fulfilledAt: backend.now(),
    trackingNumber: tracking_number || null,
  })
  await enqueueFulfilled(backend, tx, fulfilled.changed)
  return fulfilled
}

/** Gives a fulfilled order another tracking number. Throws `order_state` for an erased one. */
async function correctTracking(
  backend: Backend,
  tx: Tx,
  locked: FulfilledOrder,
  trackingNumber: string | undefined,
): Promise<FulfilledOrder> {
  const { order, checkout } = locked
  if (!trackingNumber || trackingNumber === order.trackingNumber) return locked
  if (checkout.erasedAt) throw new ApiError('order_state')
  const corrected = await changeOrders(tx, locked, { trackingNumber })
  await tx.insert(checkoutEvents).values({
    checkoutId: checkout.id,
    kind: 'tracking',
    detail: { from: order.trackingNumber, to: trackingNumber },
    createdAt: backend.now(),
  })
  await enqueueFulfilled(backend, tx, corrected.changed, `${corrected.checkout.version}`)
  return corrected
}

/** Changes the checkout's orders that have this order's status, and completes the checkout. */
async function changeOrders(
  tx: Tx,
  { order, checkout }: FulfilledOrder,
  changes: Partial<OrderRow>,
): Promise<FulfilledOrder & { changed: OrderRow[] }> {
  const changed = await tx
    .update(orders)
    .set(changes)
    .where(and(eq(orders.checkoutId, checkout.id), eq(orders.status, order.status)))
    .returning()
  const version = checkout.version + 1
  await tx
    .update(checkouts)
    .set({ status: 'completed', version })
    .where(eq(checkouts.id, checkout.id))
  return {
    order: changed.find(({ id }) => id === order.id) ?? order,
    checkout: { ...checkout, version },
    changed,
  }
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
