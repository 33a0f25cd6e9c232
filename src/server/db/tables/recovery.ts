import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { checkouts } from '@/server/db/tables/checkouts'
import { timestamptz } from '@/server/db/tables/timestamp'

/** Mailboxes that were reminded of an order, or that stopped such mails. */
export const recoveryAddresses = pgTable('recovery_addresses', {
  /** The address itself is stored in the checkout only. */
  emailHash: text('email_hash').primaryKey(),
  /** The checkout of the latest reminder. */
  checkoutId: text('checkout_id')
    .notNull()
    .references(() => checkouts.id),
  /** In the mails' links that stop them. No hash: whoever reads it here can stop mails, no more. */
  stopCode: text('stop_code').notNull().unique(),
  /** When the latest reminder was queued. */
  mailedAt: timestamptz('mailed_at').notNull(),
  /** Set for good: no further reminder is sent. */
  stoppedAt: timestamptz('stopped_at'),
})

/** Tokens of mailed links: each opens its checkout as the browser's own token does. */
export const resumeTokens = pgTable(
  'resume_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    checkoutId: text('checkout_id')
      .notNull()
      .references(() => checkouts.id),
    createdAt: timestamptz('created_at').notNull(),
  },
  table => [index('resume_tokens_checkout').on(table.checkoutId)],
)
