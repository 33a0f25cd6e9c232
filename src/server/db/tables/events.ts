import { bigserial, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { checkouts } from '@/server/db/tables/checkouts'
import { checkOneOf } from '@/server/db/tables/checks'
import { timestamptz } from '@/server/db/tables/timestamp'

/** Provider events that were processed, also those about payments that are not ours. */
export const providerEvents = pgTable(
  'provider_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    /** The attempt that it is about; null for other payments. It references nothing: attempts end. */
    attemptId: text('attempt_id'),
    receivedAt: timestamptz('received_at').notNull(),
  },
  table => [index('provider_events_attempt').on(table.attemptId)],
)

const checkoutEventKinds = ['step', 'price', 'coupon', 'tracking', 'email_changed'] as const

/**
 * How a checkout came to its price, and what was corrected afterwards, for an operator who is asked about
 * it: no answers of the customer.
 */
export const checkoutEvents = pgTable(
  'checkout_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    checkoutId: text('checkout_id')
      .notNull()
      .references(() => checkouts.id),
    kind: text('kind').$type<(typeof checkoutEventKinds)[number]>().notNull(),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  table => [
    index('checkout_events_checkout').on(table.checkoutId),
    checkOneOf(table.kind, checkoutEventKinds),
  ],
)

/**
 * Events that browsers report for marketing. The customer is a hash: enough to count people. The
 * product references nothing: events outlive a product that is no longer sold.
 */
export const trackedEvents = pgTable(
  'tracked_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    event: text('event').notNull(),
    emailHash: text('email_hash').notNull(),
    selectedProduct: integer('selected_product'),
    referralCode: text('referral_code'),
    createdAt: timestamptz('created_at').notNull(),
  },
  table => [index('tracked_events_created').on(table.createdAt)],
)
