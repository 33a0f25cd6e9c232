import { sql } from 'drizzle-orm'
import { bigserial, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { checkouts } from '@/server/db/tables/checkouts'
import { checkNotNegative, checkOneOf } from '@/server/db/tables/checks'
import { orders } from '@/server/db/tables/orders'
import { timestamptz } from '@/server/db/tables/timestamp'

const messageKinds = [
  'confirmation_mail',
  'add_photos_mail',
  'renewal_mail',
  'renewal_reminder_mail',
  'fulfilled_mail',
  'refund_mail',
  'purchase_event',
  'order_paid',
  'order_photos',
  'order_changed',
  'order_fulfilled',
  'order_refunded',
  'order_disputed',
  'recovery_mail',
] as const
export type MessageKind = (typeof messageKinds)[number]

/** Nothing to send, replaced by a newer message, or given up after days of failures. */
const closeReasons = ['nothing_to_send', 'replaced', 'given_up'] as const
export type MessageCloseReason = (typeof closeReasons)[number]

/**
 * Mails and events to send once, about a paid order or about a checkout that is not paid. They are
 * written in the transaction that causes them and sent by the outbox job. A row is open until it is
 * sent or closed.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** Null for a message about a checkout. */
    orderId: text('order_id').references(() => orders.id),
    /** Null for a message about an order. */
    checkoutId: text('checkout_id').references(() => checkouts.id),
    kind: text('kind').$type<MessageKind>().notNull(),
    /** Distinguishes messages of one kind; empty for those that are sent once. */
    dedupeKey: text('about').notNull().default(''),
    createdAt: timestamptz('created_at').notNull(),
    /** Time of the next try; a sender claims the row by moving this past its lease. */
    dueAt: timestamptz('due_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Code of the latest failure. */
    reason: text('reason'),
    sentAt: timestamptz('sent_at'),
    /** Why it is never sent. */
    closed: text('closed').$type<MessageCloseReason>(),
  },
  table => [
    unique('one_message_of_a_kind').on(table.orderId, table.kind, table.dedupeKey),
    unique('one_message_of_a_checkout').on(table.checkoutId, table.kind),
    index('outbox_due')
      .on(table.dueAt)
      .where(sql`${table.sentAt} is null and ${table.closed} is null`),
    index('outbox_given_up').on(table.id).where(sql`${table.closed} = 'given_up'`),
    checkOneOf(table.kind, messageKinds),
    checkOneOf(table.closed, closeReasons),
    checkNotNegative(table.attempts),
    check('outbox_about_check', sql`num_nonnulls(${table.orderId}, ${table.checkoutId}) = 1`),
  ],
)
export type OutboxRow = typeof outbox.$inferSelect
