import { sql } from 'drizzle-orm'
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
import type { CheckoutState, DocumentType } from '@/domain/checkout'
import type { PlanPaid } from '@/domain/lifetime'
import type { LinkRejection } from '@/domain/link-check'
import type { Aftermath, AttemptState, OrderStatus } from '@/domain/payments'
import type { Quote, travelLine } from '@/domain/pricing/quote'
import type { RenewalState } from '@/domain/renewal'
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
    dispute: text('dispute').$type<Aftermath['dispute']>(),
    createdAt: moment('created_at').notNull(),
    paidAt: moment('paid_at'),
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
  travelItems?: ReturnType<typeof travelLine>[]
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

/** The auto-renewal of a checkout's plan, one at most. Amount in minor units: what every renewal costs. */
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
    /** When it is charged next. */
    chargeAt: moment('charge_at').notNull(),
    stripeCustomer: text('stripe_customer').notNull(),
    setupIntent: text('setup_intent'),
    paymentMethod: text('payment_method'),
    /** The card, for people: `visa 4242`. */
    paidWith: text('paid_with'),
    /** Our key at the provider: one key, one subscription, however often the call is repeated. */
    idempotencyKey: text('idempotency_key').notNull().unique(),
    providerRef: text('provider_ref').unique(),
    /** The provider's code for why there is none. */
    reason: text('reason'),
    /** The latest renewal that was paid. */
    lastInvoice: text('last_invoice'),
    renewedAt: moment('renewed_at'),
    /** Of the codes in mails that stop it. */
    stopHashes: jsonb('stop_hashes').$type<string[]>().notNull().default([]),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  table => [index('subscriptions_open').on(table.state, table.updatedAt)],
)
export type SubscriptionRow = typeof subscriptions.$inferSelect

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
    about: text('about').notNull().default(''),
    createdAt: moment('created_at').notNull(),
    /** When it is tried next: whoever tries it puts this off first, and so has it to himself for a while. */
    dueAt: moment('due_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Why the latest try failed, as a code. */
    reason: text('reason'),
    sentAt: moment('sent_at'),
    /** Why it is not sent at all. */
    closed: text('closed').$type<MessageEnd>(),
  },
  table => [
    unique('one_message_of_a_kind').on(table.orderId, table.kind, table.about),
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
export type MessageEnd = 'nothing_to_send' | 'replaced' | 'given_up'

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
  /** Uses that are held by a payment under way, or made. */
  uses: integer('uses').notNull().default(0),
  newCustomersOnly: boolean('new_customers_only').notNull(),
  partnerOnly: boolean('partner_only').notNull(),
})

/** One use of a limited coupon: held while its attempt may pay, kept when it has, deleted when it has not. */
export const couponHolds = pgTable('coupon_holds', {
  attemptId: text('attempt_id')
    .primaryKey()
    .references(() => attempts.id),
  couponId: integer('coupon_id')
    .notNull()
    .references(() => coupons.id),
})

/** Extras for the journey. Prices per currency in minor units; the name is the English one. */
export const travelItems = pgTable('travel_items', {
  id: integer('id').primaryKey(),
  code: text('code').notNull().unique(),
  name: text('name').notNull(),
  isActive: boolean('is_active').notNull(),
  prices: jsonb('prices').$type<Record<string, number>>().notNull(),
})

/** What customers did, told by their browsers for the shop's marketing. Who did it is a hash: enough to count people. */
export const trackedEvents = pgTable('tracked_events', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  event: text('event').notNull(),
  emailHash: text('email_hash').notNull(),
  selectedProduct: integer('selected_product'),
  referralCode: text('referral_code'),
  createdAt: moment('created_at').notNull(),
})

/** How often links had something that was not taken, by its reason and day (UTC): somebody's mistake, to be found. */
export const linkRejections = pgTable(
  'link_rejections',
  {
    day: text('day').notNull(),
    reason: text('reason').$type<LinkRejection>().notNull(),
    count: integer('count').notNull(),
  },
  table => [primaryKey({ columns: [table.day, table.reason] })],
)

/** The photos of a checkout, one of each type. Its state lists them; both change in one transaction. */
export const approvalImages = pgTable(
  'approval_images',
  {
    id: text('id').primaryKey(),
    checkoutId: text('checkout_id')
      .notNull()
      .references(() => checkouts.id),
    type: text('type').$type<DocumentType>().notNull(),
    /** Grows whenever the photo is replaced. */
    revision: integer('revision').notNull(),
    /** The customer uses it though the checks in the browser advised against it. */
    needsReview: boolean('needs_review').notNull(),
    /** Names of its files. */
    image: text('image').notNull(),
    cropped: text('cropped'),
    preview: text('preview').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  table => [
    unique('one_photo_of_a_type').on(table.checkoutId, table.type),
    index('approval_images_updated').on(table.updatedAt),
  ],
)
export type ApprovalImageRow = typeof approvalImages.$inferSelect

/**
 * Every file there is in the storage of photos, written down before it is stored: whatever happens, none
 * is forgotten there.
 */
export const photoFiles = pgTable(
  'photo_files',
  {
    name: text('name').primaryKey(),
    /** When it may be removed; null while a photo holds it. */
    removeAfter: moment('remove_after'),
  },
  table => [index('photo_files_due').on(table.removeAfter)],
)

/** Uploads that were taken, by the key their sender gave them: sent again, they are the same upload. */
export const approvalUploads = pgTable(
  'approval_uploads',
  {
    checkoutId: text('checkout_id')
      .notNull()
      .references(() => checkouts.id),
    keyHash: text('key_hash').notNull(),
    /** The photo it became, though that may be gone by now. */
    imageId: text('image_id').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.checkoutId, table.keyHash] }),
    index('approval_uploads_created').on(table.createdAt),
  ],
)

/**
 * Links that let another device, such as the customer's phone, add photos to one checkout. One that is shown
 * opens once; one that was mailed any number of times, and every opening gets a row of its own.
 */
export const photoLinks = pgTable(
  'photo_links',
  {
    codeHash: text('code_hash').primaryKey(),
    checkoutId: text('checkout_id')
      .notNull()
      .references(() => checkouts.id),
    /** What the device that has opened it was given; null until then. */
    passHash: text('pass_hash').unique(),
    isMailed: boolean('is_mailed').notNull().default(false),
    /** Of the link, and once that is opened, of what it gave. */
    expiresAt: moment('expires_at').notNull(),
  },
  table => [index('photo_links_expires').on(table.expiresAt)],
)
export type PhotoLinkRow = typeof photoLinks.$inferSelect

/** Who sends customers by links of their own; the name is what customers read. */
export const partners = pgTable('partners', {
  name: text('name').primaryKey(),
  /** Null for a partner whose customers have everything sent to them. */
  pickup: jsonb('pickup').$type<PickupTerms>(),
  createdAt: moment('created_at').notNull(),
})

/** What collecting a printed permit costs, per currency in minor units, and how many working days it takes. */
export interface PickupTerms {
  minDelivery: number
  maxDelivery: number
  prices: Record<string, number>
}

/** Where a partner's customers can collect their printed permits. */
export const pickupPoints = pgTable(
  'pickup_points',
  {
    id: text('id').primaryKey(),
    partner: text('partner')
      .notNull()
      .references(() => partners.name),
    name: text('name').notNull(),
    address: text('address').notNull(),
    country: text('country').notNull(),
    hours: text('hours'),
  },
  table => [index('pickup_points_partner').on(table.partner)],
)

/** What a partner has arranged for one customer. Who holds the token opens it once: it pays one order. */
export const partnerTokens = pgTable(
  'partner_tokens',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    partner: text('partner')
      .notNull()
      .references(() => partners.name),
    productType: text('product_type').$type<'physical' | 'digital'>().notNull(),
    years: integer('years').notNull(),
    customerEmail: text('customer_email').notNull(),
    customerFirstName: text('customer_first_name').notNull(),
    customerLastName: text('customer_last_name').notNull(),
    /** For trying out: good any number of times where nothing is charged, and nowhere else. */
    isSandbox: boolean('is_sandbox').notNull(),
    /** The checkout that has it; one at a time. */
    checkoutId: text('checkout_id').references(() => checkouts.id),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  table => [index('partner_tokens_checkout').on(table.checkoutId)],
)
export type PartnerTokenRow = typeof partnerTokens.$inferSelect
