import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { type RenewalState, renewalEdges } from '@/domain/payments/auto-renewal'
import { checkouts } from '@/server/db/tables/checkouts'
import {
  checkCurrency,
  checkNotNegative,
  checkOneOf,
  checkPositive,
} from '@/server/db/tables/checks'
import type { CountedHit } from '@/server/db/tables/counters'
import { orders } from '@/server/db/tables/orders'
import { timestamptz } from '@/server/db/tables/timestamp'

/**
 * The auto-renewal of a checkout's plan, one at most. `amount` in minor units, for each renewal.
 */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: text('id').primaryKey(),
    checkoutId: text('checkout_id')
      .notNull()
      .unique('one_subscription_of_a_checkout')
      .references(() => checkouts.id),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    state: text('state').$type<RenewalState>().notNull(),
    currency: text('currency').notNull(),
    amount: integer('amount').notNull(),
    years: integer('years').notNull(),
    /** Time of the next charge. */
    chargeAt: timestamptz('charge_at').notNull(),
    /** Rate limit hits that a saved card releases. */
    limitHits: jsonb('limit_hits').$type<CountedHit[]>().notNull().default([]),
    stripeCustomer: text('stripe_customer').notNull(),
    setupIntent: text('setup_intent'),
    paymentMethod: text('payment_method'),
    /** The card for display: `visa 4242`. */
    paidWith: text('paid_with'),
    /** Idempotency key at the provider: repeated calls create one subscription. */
    idempotencyKey: text('idempotency_key').notNull().unique(),
    providerRef: text('provider_ref').unique(),
    /** Why it failed: the provider's code, or one of ours. */
    reason: text('reason'),
    /** Invoice id of the latest paid renewal. */
    lastInvoice: text('last_invoice'),
    renewedAt: timestamptz('renewed_at'),
    /** Hashes of the codes in mails that stop it. */
    stopHashes: jsonb('stop_hashes').$type<string[]>().notNull().default([]),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  table => [
    index('subscriptions_open').on(table.state, table.updatedAt),
    checkOneOf(table.state, Object.keys(renewalEdges)),
    checkCurrency(table.currency),
    checkNotNegative(table.amount),
    checkPositive(table.years),
  ],
)
export type SubscriptionRow = typeof subscriptions.$inferSelect
