import { sql } from 'drizzle-orm'
import { bigserial, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { orders } from '@/server/db/tables/orders'
import { timestamptz } from '@/server/db/tables/timestamp'

/**
 * What must be done once for an order after it is paid: mails, events. Written with the payment itself, done
 * by the outbox job. A row is open until it is sent or closed.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    kind: text('kind').$type<MessageKind>().notNull(),
    /** Tells messages of one kind apart; empty for the one that the payment itself set off. */
    dedupeKey: text('about').notNull().default(''),
    createdAt: timestamptz('created_at').notNull(),
    /** When it is tried next: whoever tries it puts this off first, and so has it to himself for a while. */
    dueAt: timestamptz('due_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Why the latest try failed, as a code. */
    reason: text('reason'),
    sentAt: timestamptz('sent_at'),
    /** Why it is not sent at all. */
    closed: text('closed').$type<MessageCloseReason>(),
  },
  table => [
    unique('one_message_of_a_kind').on(table.orderId, table.kind, table.dedupeKey),
    index('outbox_due')
      .on(table.dueAt)
      .where(sql`${table.sentAt} is null and ${table.closed} is null`),
  ],
)
export type OutboxRow = typeof outbox.$inferSelect
export type MessageKind =
  | 'confirmation_mail'
  | 'add_photos_mail'
  | 'renewal_mail'
  | 'renewal_reminder_mail'
  | 'purchase_event'
  | 'order_paid'
/** Nobody wants it, a newer one says the same, or nobody has taken it for too long. */
export type MessageCloseReason = 'nothing_to_send' | 'replaced' | 'given_up'
