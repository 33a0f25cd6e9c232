import { and, eq, isNull, sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { PlanPaid } from '@/domain/payments/lifetime-upsell'
import {
  type AttemptState,
  attemptEdges,
  disputeStates,
  type OrderStatus,
  orderEdges,
  type RefundsAndDisputes,
} from '@/domain/payments/payment-states'
import type { Quote, toTravelLine } from '@/domain/pricing/quote'
import { checkouts } from '@/server/db/tables/checkouts'
import { checkCurrency, checkNotNegative, checkOneOf } from '@/server/db/tables/checks'
import type { CountedHit } from '@/server/db/tables/counters'
import { partnerTokens } from '@/server/db/tables/partners'
import { timestamptz } from '@/server/db/tables/timestamp'

const providers = ['stripe', 'paypal', 'none'] as const
/** The provider that moves an attempt's money; `none` for a total of 0. */
export type Provider = (typeof providers)[number]

const orderKinds = ['plan', 'lifetime'] as const
export type OrderKind = (typeof orderKinds)[number]

/** Amounts in minor units. One order of each kind per checkout. */
export const orders = pgTable(
  'orders',
  {
    id: text('id').primaryKey(),
    checkoutId: text('checkout_id')
      .notNull()
      .references(() => checkouts.id),
    kind: text('kind').$type<OrderKind>().notNull(),
    status: text('status').$type<OrderStatus>().notNull(),
    currency: text('currency').notNull(),
    total: integer('total').notNull(),
    /** Recognises returning buyers; the address itself is stored in the checkout only. */
    emailHash: text('email_hash'),
    /** The quote as charged, with its plan. */
    charged: jsonb('charged').$type<ChargedQuote>(),
    /** The partner token that the order came with; null without one. */
    partnerTokenId: text('partner_token_id').references(() => partnerTokens.id),
    /** Refunded amount in minor units. */
    refunded: integer('refunded').notNull().default(0),
    /** The state of the dispute; null without one. */
    dispute: text('dispute').$type<RefundsAndDisputes['dispute']>(),
    createdAt: timestamptz('created_at').notNull(),
    /** The time of the last change; for orders from before the column, of its migration. */
    updatedAt: timestamptz('updated_at')
      .notNull()
      .defaultNow()
      .$onUpdate(() => sql`now()`),
    paidAt: timestamptz('paid_at'),
    /** When the permit was sent, or made ready to be collected. */
    fulfilledAt: timestamptz('fulfilled_at'),
    /** The parcel's number at its courier; null without one. */
    trackingNumber: text('tracking_number'),
  },
  table => [
    unique('one_order_of_a_kind').on(table.checkoutId, table.kind),
    index('orders_email').on(table.emailHash),
    index('orders_partner_token').on(table.partnerTokenId),
    index('orders_paid').on(table.paidAt),
    index('orders_created').on(table.createdAt, table.id),
    // For metrics: of all orders, the few that somebody has to look after.
    index('orders_to_fulfil').on(table.paidAt).where(sql`${table.status} = 'paid'`),
    index('orders_open_dispute').on(table.updatedAt).where(sql`${table.dispute} = 'open'`),
    checkOneOf(table.kind, orderKinds),
    checkOneOf(table.status, Object.keys(orderEdges)),
    checkOneOf(table.dispute, disputeStates),
    checkCurrency(table.currency),
    checkNotNegative(table.total),
    checkNotNegative(table.refunded),
  ],
)
export type OrderRow = typeof orders.$inferSelect
export type ChargedQuote = Quote & {
  planId: number
  coupon: string | null
  /** The partner's name; missing in older orders. */
  partner?: string | null
  /** The price of each travel item in minor units; missing in older orders. */
  travelItems?: ReturnType<typeof toTravelLine>[]
  /** Basis of the lifetime price; missing in older orders, which get no offer. */
  planPaid?: PlanPaid
}

/** One try to charge an order, committed before the provider is called. `amount` in minor units. */
export const attempts = pgTable(
  'attempts',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    checkoutId: text('checkout_id')
      .notNull()
      .references(() => checkouts.id),
    provider: text('provider').$type<Provider>().notNull(),
    /** Idempotency key at the provider: repeated calls charge once. */
    idempotencyKey: text('idempotency_key').notNull().unique(),
    providerRef: text('provider_ref'),
    state: text('state').$type<AttemptState>().notNull(),
    currency: text('currency').notNull(),
    amount: integer('amount').notNull(),
    charged: jsonb('charged').$type<ChargedQuote>().notNull(),
    /** The provider's code, or one of ours (docs/payments.md, What an operator sees). */
    reason: text('reason'),
    /** Rate limit hits that are released with the result; empty once they are, or count for good. */
    limitHits: jsonb('limit_hits').$type<CountedHit[]>().notNull().default([]),
    /** Idempotency key of the refund of unmatched money; stored before the provider is asked. */
    refundKey: text('refund_key'),
    /** The payment method for display: `visa 4242`. */
    paidWith: text('paid_with'),
    createdAt: timestamptz('created_at').notNull(),
    checkedAt: timestamptz('checked_at').notNull(),
  },
  table => [
    index('attempts_order').on(table.orderId),
    index('attempts_checkout').on(table.checkoutId),
    index('attempts_ref').on(table.providerRef),
    index('attempts_open').on(table.state, table.checkedAt),
    // For the sweeper: of all captured attempts, the few with a refund due.
    index('attempts_refund_due')
      .on(table.checkedAt)
      .where(sql`${table.state} = 'captured' and ${table.reason} is not null`),
    checkOneOf(table.provider, providers),
    checkOneOf(table.state, Object.keys(attemptEdges)),
    checkCurrency(table.currency),
    checkNotNegative(table.amount),
  ],
)
export type AttemptRow = typeof attempts.$inferSelect

/** `isPayment` in SQL: the attempt's money pays its order. */
export const isPayingAttempt = and(eq(attempts.state, 'captured'), isNull(attempts.reason))

const refundStates = ['requested', 'done', 'failed', 'unknown'] as const
/** `unknown`: the provider did not confirm it for so long that an operator must look. */
export type RefundState = (typeof refundStates)[number]

/** A refund by an operator, committed before the provider is asked. `amount` in minor units. */
export const refunds = pgTable(
  'refunds',
  {
    /** Also its idempotency key at the provider. */
    id: text('id').primaryKey(),
    attemptId: text('attempt_id')
      .notNull()
      .references(() => attempts.id),
    /** The caller's own key: repeated with it, a call refunds once. */
    requestKey: text('request_key').notNull(),
    amount: integer('amount').notNull(),
    /** The order's refunded amount before; with `amount` added, the refund is known to be made. */
    refundedBefore: integer('refunded_before').notNull(),
    state: text('state').$type<RefundState>().notNull(),
    /** The provider's code of a failure. */
    reason: text('reason'),
    createdAt: timestamptz('created_at').notNull(),
    checkedAt: timestamptz('checked_at').notNull(),
  },
  table => [
    unique('one_refund_of_a_request').on(table.attemptId, table.requestKey),
    index('refunds_open').on(table.checkedAt).where(sql`${table.state} = 'requested'`),
    checkOneOf(table.state, refundStates),
    checkNotNegative(table.amount),
    checkNotNegative(table.refundedBefore),
  ],
)
export type RefundRow = typeof refunds.$inferSelect
