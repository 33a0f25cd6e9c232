import type { Backend } from '@/server/backend'
import type { ChargedQuote } from '@/server/db/tables/orders'
import type { MessageKind, OutboxRow } from '@/server/db/tables/outbox'
import { loadOrder, type OrderRecord } from '@/server/outbox/load-order'

/** The data of an outbox message, read when it is sent. */
export interface Message extends OrderRecord {
  /** The same on each retry: `7KQ2M-XW4TD.confirmation-mail`. */
  id: string
  /** What distinguishes it from other messages of its kind; empty for those that are sent once. */
  dedupeKey: string
  /** When the message was queued. */
  queuedAt: Date
  order: OrderRecord['order'] & { charged: ChargedQuote; paidAt: Date }
}

/** Messages about money that was given back or is disputed; the others are for paid orders only. */
const moneyKinds: readonly MessageKind[] = ['order_refunded', 'refund_mail', 'order_disputed']

/**
 * The message of a row; undefined when the order is not paid, or no longer. Throws when the order
 * does not exist.
 */
export async function buildMessage(backend: Backend, row: OutboxRow): Promise<Message | undefined> {
  const record = row.orderId ? await loadOrder(backend, row.orderId) : undefined
  if (!record) throw new Error('a message is about an order that does not exist')
  const { charged, paidAt, status } = record.order
  const isPaid = status === 'paid' || status === 'fulfilled'
  if (!charged || !paidAt || !(isPaid || moneyKinds.includes(row.kind))) return undefined
  return {
    ...record,
    id: [record.order.id, row.kind.replaceAll('_', '-'), row.dedupeKey].filter(Boolean).join('.'),
    dedupeKey: row.dedupeKey,
    queuedAt: row.createdAt,
    order: { ...record.order, charged, paidAt },
  }
}
