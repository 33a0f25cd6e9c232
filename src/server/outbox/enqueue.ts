import { and, eq, isNull } from 'drizzle-orm'
import type { BaseState } from '@/domain/checkout/checkout-state'
import { findMissingPhotoTypes } from '@/domain/photos/photo-files'
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
 * Queues the confirmation for a corrected address, once per correction. An unsent confirmation is
 * closed as `replaced`, so that the customer gets only one.
 */
export async function requeueConfirmation(
  { now }: Pick<Backend, 'now'>,
  tx: Tx,
  orderId: string,
  correction: string,
): Promise<void> {
  const kind = 'confirmation_mail' as const
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
  await tx
    .insert(outbox)
    .values({ orderId, kind, dedupeKey: correction, createdAt: now(), dueAt: now() })
    .onConflictDoNothing()
}
