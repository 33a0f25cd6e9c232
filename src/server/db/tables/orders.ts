import { index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { PlanPaid } from '@/domain/payments/lifetime-upsell'
import type {
  AttemptState,
  OrderStatus,
  RefundsAndDisputes,
} from '@/domain/payments/payment-states'
import type { Quote, toTravelLine } from '@/domain/pricing/quote'
import { checkouts } from '@/server/db/tables/checkouts'
import { timestamptz } from '@/server/db/tables/timestamp'

/** Who moves an attempt's money; nobody, where there is none to move. */
export type Provider = 'stripe' | 'paypal' | 'none'

export type OrderKind = 'plan' | 'lifetime'

/** What was bought; amounts in minor units. One order of each kind a checkout. */
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
    /** Who bought, to know them again; addresses themselves stay with the checkout. */
    emailHash: text('email_hash'),
    /** The quote as charged, with the plan it was for. */
    charged: jsonb('charged').$type<ChargedQuote>(),
    /** The partner's token it came by; null for orders of our own. */
    partnerTokenId: text('partner_token_id'),
    /** What was given back, in minor units. */
    refunded: integer('refunded').notNull().default(0),
    /** How the customer's bank stands to it; null where nobody has disputed the payment. */
    dispute: text('dispute').$type<RefundsAndDisputes['dispute']>(),
    createdAt: timestamptz('created_at').notNull(),
    paidAt: timestamptz('paid_at'),
  },
  table => [
    unique('one_order_of_a_kind').on(table.checkoutId, table.kind),
    index('orders_email').on(table.emailHash),
    index('orders_partner_token').on(table.partnerTokenId),
  ],
)
export type OrderRow = typeof orders.$inferSelect
export type ChargedQuote = Quote & {
  planId: number
  coupon: string | null
  /** The partner it came from; older orders do not say. */
  partner?: string | null
  /** What each travel item cost, in minor units; older orders do not say. */
  travelItems?: ReturnType<typeof toTravelLine>[]
  /** What lifetime is priced by; older orders do not say, and are not offered it. */
  planPaid?: PlanPaid
}

/** One try to charge an order; committed before the provider is called. Amount in minor units. */
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
    /** Our key at the provider: one key, one charge, however often the call is repeated. */
    idempotencyKey: text('idempotency_key').notNull().unique(),
    providerRef: text('provider_ref'),
    state: text('state').$type<AttemptState>().notNull(),
    currency: text('currency').notNull(),
    amount: integer('amount').notNull(),
    charged: jsonb('charged').$type<ChargedQuote>().notNull(),
    /** The provider's code for why nothing was charged. */
    reason: text('reason'),
    /** How it was paid, for people: `visa 4242`. */
    paidWith: text('paid_with'),
    createdAt: timestamptz('created_at').notNull(),
    checkedAt: timestamptz('checked_at').notNull(),
  },
  table => [
    index('attempts_checkout').on(table.checkoutId),
    index('attempts_ref').on(table.providerRef),
    index('attempts_open').on(table.state, table.checkedAt),
  ],
)
export type AttemptRow = typeof attempts.$inferSelect
