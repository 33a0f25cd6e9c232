import { bigserial, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '@/server/db/tables/timestamp'

/** Provider events that were processed, also those about payments that are not ours. */
export const providerEvents = pgTable('provider_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  receivedAt: timestamptz('received_at').notNull(),
})

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
