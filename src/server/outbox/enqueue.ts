import { and, eq, isNull } from 'drizzle-orm'
import type { ApprovalImage, BaseState } from '@/domain/checkout/checkout-state'
import type { RefundsAndDisputes } from '@/domain/payments/payment-states'
import { findMissingPhotoTypes } from '@/domain/photos/photo-files'
import type { Minor } from '@/domain/pricing/money'
import type { Backend } from '@/server/backend'
import type { Tx } from '@/server/db/open'
import type { OrderRow } from '@/server/db/tables/orders'
import { type MessageKind, outbox } from '@/server/db/tables/outbox'

/** Many customers add their photos right after the payment: only the others are reminded. */
const reminderDelayMs = 15 * 60_000

/** The messages of every paid order, each sent once. */
const paidOrderKinds: MessageKind[] = ['confirmation_mail', 'purchase_event', 'order_paid']

/**
 * Queues the messages of a paid order, in the transaction that marks it paid. Idempotent. Only the
 * plan order queues a reminder of missing photos.
 */
export async function enqueueOrderMessages(
  { now }: Pick<Backend, 'now'>,
  tx: Tx,
  { id: orderId, kind: orderKind }: Pick<OrderRow, 'id' | 'kind'>,
  { approval_documents: { images } }: BaseState,
): Promise<void> {
  const buildRow = (kind: MessageKind, delayMs = 0) => {
    const createdAt = now()
    return { orderId, kind, createdAt, dueAt: new Date(createdAt.getTime() + delayMs) }
  }
  const rows = paidOrderKinds.map(kind => buildRow(kind))
  if (orderKind === 'plan' && findMissingPhotoTypes(images).length > 0)
    rows.push(buildRow('add_photos_mail', reminderDelayMs))
  await tx.insert(outbox).values(rows).onConflictDoNothing()
}

/**
 * Queues the events of an order whose refunded amount or dispute has changed, and the customer's mail
 * about a further refund, in the transaction that stores the change. `before` is the order without it;
 * amounts in minor units.
 */
export async function enqueueMoneyMessages(
  { now }: Pick<Backend, 'now'>,
  tx: Tx,
  before: Pick<OrderRow, 'id' | 'refunded' | 'dispute'>,
  { refunded, dispute }: RefundsAndDisputes,
): Promise<void> {
  const messages: [kind: MessageKind, dedupeKey: string][] = []
  if (refunded !== before.refunded) messages.push(['order_refunded', `refunded-${refunded}`])
  if (refunded > before.refunded)
    messages.push(['refund_mail', toRefundKey(before.refunded, refunded)])
  if (dispute !== before.dispute) messages.push(['order_disputed', `dispute-${dispute ?? 'none'}`])
  await enqueue({ now }, tx, before.id, messages)
}

/** The key of a mail about a refund: the order's refunded amount before and after it, in minor units. */
const toRefundKey = (before: Minor, after: Minor): string => `refunded-${before}-${after}`

/** The amounts of a refund mail's key; the first version of such a key had no amount before. */
export function parseRefundKey(dedupeKey: string): { before: Minor; after: Minor } {
  const [after = 0, before = 0] = dedupeKey.split('-').slice(1).map(Number).reverse()
  return { before, after }
}

/**
 * Queues an event for each of a checkout's orders that were sent or made ready together, and one mail to
 * the customer, about the plan order if it is one of them. `dedupeKey` is empty for the first time and
 * another one for each correction of the tracking number.
 */
export async function enqueueFulfilled(
  context: Pick<Backend, 'now'>,
  tx: Tx,
  fulfilled: Pick<OrderRow, 'id' | 'kind'>[],
  dedupeKey = '',
): Promise<void> {
  const mailed = fulfilled.find(({ kind }) => kind === 'plan') ?? fulfilled[0]
  if (mailed)
    await replaceMail(context, tx, { orderId: mailed.id, kind: 'fulfilled_mail', dedupeKey })
  for (const { id } of fulfilled) await enqueue(context, tx, id, [['order_fulfilled', dedupeKey]])
}

/**
 * Queues the event of a paid order whose photos are complete: with the last photo, and with each one
 * that is replaced afterwards.
 */
export const enqueuePhotos = (
  context: Pick<Backend, 'now'>,
  tx: Tx,
  orderId: string,
  photos: Pick<ApprovalImage, 'type' | 'revision'>[],
): Promise<void> =>
  enqueue(context, tx, orderId, [
    ['order_photos', photos.map(({ type, revision }) => `${type}-${revision}`).join('.')],
  ])

/** Queues the event of a paid order whose answers were corrected, once per version of its checkout. */
export const enqueueChange = (
  context: Pick<Backend, 'now'>,
  tx: Tx,
  orderId: string,
  version: number,
): Promise<void> => enqueue(context, tx, orderId, [['order_changed', `${version}`]])

/** Queues messages that are due now, each once per kind and key. */
async function enqueue(
  { now }: Pick<Backend, 'now'>,
  tx: Tx,
  orderId: string,
  messages: [kind: MessageKind, dedupeKey: string][],
): Promise<void> {
  if (messages.length === 0) return
  const times = { createdAt: now(), dueAt: now() }
  await tx
    .insert(outbox)
    .values(messages.map(([kind, dedupeKey]) => ({ orderId, kind, dedupeKey, ...times })))
    .onConflictDoNothing()
}

/**
 * Queues a mail again with corrected data, once per correction. One that is not sent yet is closed as
 * `replaced`, so that the customer gets only one.
 */
export async function replaceMail(
  context: Pick<Backend, 'now'>,
  tx: Tx,
  { orderId, kind, dedupeKey }: { orderId: string; kind: MessageKind; dedupeKey: string },
): Promise<void> {
  await tx
    .update(outbox)
    .set({ closed: 'replaced' })
    .where(
      and(
        eq(outbox.orderId, orderId),
        eq(outbox.kind, kind),
        isNull(outbox.sentAt),
        isNull(outbox.closed),
      ),
    )
  await enqueue(context, tx, orderId, [[kind, dedupeKey]])
}
