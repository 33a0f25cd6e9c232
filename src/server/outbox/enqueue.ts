import { and, eq, isNull } from 'drizzle-orm'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { findMissingPhotoTypes } from '@/domain/photos/photo-files'
import type { Backend } from '@/server/backend'
import type { Tx } from '@/server/db/open'
import type { OrderRow } from '@/server/db/tables/orders'
import { type MessageKind, outbox } from '@/server/db/tables/outbox'

/** Many customers add their photos right after they have paid: only who has not is reminded. */
const reminderDelayMs = 15 * 60_000

/** What every paid order sets off, each once. */
const paidOrderKinds: MessageKind[] = ['confirmation_mail', 'purchase_event', 'order_paid']

/**
 * Writes down what a paid order sets off, in the transaction that makes it paid. Any number of times. Photos are
 * reminded of by the order of the plan alone.
 */
export async function enqueueOrderMessages(
  { now }: Pick<Backend, 'now'>,
  tx: Tx,
  { id: orderId, kind: orderKind }: Pick<OrderRow, 'id' | 'kind'>,
  { approval_documents: { images } }: CheckoutState,
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
 * Has the confirmation sent to an address that was corrected, once for each correction. One that has not been
 * sent yet is no longer: nobody gets two.
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
