import { sql } from 'drizzle-orm'
import { customType, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { emptyStoredState, type StoredState } from '@/domain/checkout/checkout-state'
import { type CheckoutStatus, checkoutStatuses } from '@/domain/checkout/checkout-status'
import { applyChange } from '@/domain/checkout/state-change'
import { checkNotNegative, checkOneOf } from '@/server/db/tables/checks'
import { timestamptz } from '@/server/db/tables/timestamp'

/** Adds the defaults of fields that the product got after the row was written. */
const storedStateJson = customType<{ data: StoredState; driverData: StoredState | string }>({
  dataType: () => 'jsonb',
  toDriver: state => JSON.stringify(state),
  fromDriver: json =>
    applyChange(emptyStoredState, typeof json === 'string' ? JSON.parse(json) : json),
})

/** Aggregate root: one row is one checkout with all answers; optimistic locking by `version`. */
export const checkouts = pgTable(
  'checkouts',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    version: integer('version').notNull(),
    status: text('status').$type<CheckoutStatus>().notNull(),
    state: storedStateJson('state').notNull(),
    /**
     * The attempt that is being charged; while it is set, the price cannot change. No foreign key:
     * attempts reference checkouts, and neither row could be deleted or restored before the other.
     */
    activeAttemptId: text('active_attempt_id'),
    stripeCustomer: text('stripe_customer'),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    /** When its personal data was erased (docs/going-live.md, Retention); its token then opens nothing. */
    erasedAt: timestamptz('erased_at'),
  },
  table => [
    uniqueIndex('checkouts_token').on(table.tokenHash),
    index('checkouts_active_attempt')
      .on(table.activeAttemptId)
      .where(sql`${table.activeAttemptId} is not null`),
    // For the jobs: by a column that no answer changes, so that answers update no index.
    index('checkouts_with_data').on(table.createdAt).where(sql`${table.erasedAt} is null`),
    checkOneOf(table.status, checkoutStatuses),
    checkNotNegative(table.version),
  ],
)
export type CheckoutRow = typeof checkouts.$inferSelect
