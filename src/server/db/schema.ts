import {
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { CheckoutState } from '@/domain/checkout'
import type { AttemptState, OrderStatus } from '@/domain/payments'
import type { Quote } from '@/domain/pricing/quote'
import type { CheckoutStatus } from '@/domain/session'

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** One row is one checkout: everything the customer said, under one version. */
export const checkouts = pgTable(
  'checkouts',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    version: integer('version').notNull(),
    status: text('status').$type<CheckoutStatus>().notNull(),
    state: jsonb('state').$type<CheckoutState>().notNull(),
    /** The attempt that is being charged: while it stands the price cannot change. */
    paying: text('paying'),
    stripeCustomer: text('stripe_customer'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  table => [uniqueIndex('checkouts_token').on(table.tokenHash)],
)
export type CheckoutRow = typeof checkouts.$inferSelect

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
    /** The quote as charged, with the plan it was for. */
    charged: jsonb('charged').$type<ChargedQuote>(),
    createdAt: moment('created_at').notNull(),
    paidAt: moment('paid_at'),
  },
  table => [unique('one_order_of_a_kind').on(table.checkoutId, table.kind)],
)
export type OrderRow = typeof orders.$inferSelect
export type ChargedQuote = Quote & { planId: number; coupon: string | null }

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
    provider: text('provider').$type<'stripe' | 'none'>().notNull(),
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
    createdAt: moment('created_at').notNull(),
    checkedAt: moment('checked_at').notNull(),
  },
  table => [
    index('attempts_checkout').on(table.checkoutId),
    index('attempts_ref').on(table.providerRef),
    index('attempts_open').on(table.state, table.checkedAt),
  ],
)
export type AttemptRow = typeof attempts.$inferSelect

/** What must be done once for an order after it is paid: mails, events. Written with the payment itself. */
export const outbox = pgTable(
  'outbox',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    kind: text('kind').notNull(),
    createdAt: moment('created_at').notNull(),
    sentAt: moment('sent_at'),
  },
  table => [unique('one_message_of_a_kind').on(table.orderId, table.kind)],
)

/** Provider events already acted on. */
export const providerEvents = pgTable('provider_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  receivedAt: moment('received_at').notNull(),
})

/** How often something was tried in a window of time, by whom; keys are hashed. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  resetsAt: moment('resets_at').notNull(),
})

export const products = pgTable('products', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  category: text('category').$type<'digital' | 'physical' | 'urgent' | 'lifetime'>().notNull(),
  years: integer('years'),
  showAtCheckout: boolean('show_at_checkout').notNull(),
})

/** The price book; minor units. */
export const prices = pgTable(
  'prices',
  {
    productId: integer('product_id').notNull(),
    currency: text('currency').notNull(),
    amount: integer('amount').notNull(),
  },
  table => [primaryKey({ columns: [table.productId, table.currency] })],
)

/** A way to send parcels to the countries of a zone. Prices per currency in minor units; days are working days. */
export const shippingMethods = pgTable(
  'shipping_methods',
  {
    zone: text('zone').notNull(),
    code: text('code').notNull(),
    name: text('name').notNull(),
    minDelivery: integer('min_delivery').notNull(),
    maxDelivery: integer('max_delivery').notNull(),
    prices: jsonb('prices').$type<Record<string, number>>().notNull(),
  },
  table => [primaryKey({ columns: [table.zone, table.code] })],
)

export const shippingZones = pgTable('shipping_zones', {
  country: text('country').primaryKey(),
  zone: text('zone').notNull(),
})

/** Tax in percent by destination; the row without a state counts for the whole country. */
export const taxGroups = pgTable(
  'tax_groups',
  {
    country: text('country').notNull(),
    state: text('state').notNull(),
    taxRate: real('tax_rate').notNull(),
  },
  table => [primaryKey({ columns: [table.country, table.state] })],
)

/** Coupons by name. `amount` is a percentage; `amounts` are minor units per currency. */
export const coupons = pgTable('coupons', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull().unique(),
  discountType: text('discount_type').$type<'percentage' | 'fixed' | 'fixed_cart'>().notNull(),
  amount: real('amount'),
  amounts: jsonb('amounts').$type<Record<string, number>>(),
  products: jsonb('products').$type<number[]>().notNull(),
  travelProducts: jsonb('travel_products').$type<number[]>().notNull(),
  freeShipping: boolean('free_shipping').notNull(),
  validFrom: moment('valid_from'),
  validUntil: moment('valid_until'),
  maxUses: integer('max_uses'),
  newCustomersOnly: boolean('new_customers_only').notNull(),
  partnerOnly: boolean('partner_only').notNull(),
})
