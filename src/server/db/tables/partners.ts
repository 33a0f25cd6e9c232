import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { type PlanCategory, planCategories } from '@/domain/catalog/plans'
import { checkouts } from '@/server/db/tables/checkouts'
import { checkCountry, checkOneOf, checkPositive } from '@/server/db/tables/checks'
import { timestamptz } from '@/server/db/tables/timestamp'

/** Partners send customers by links of their own; customers see the name. */
export const partners = pgTable('partners', {
  name: text('name').primaryKey(),
  /** Null for a partner whose customers get everything sent. */
  pickup: jsonb('pickup').$type<PickupTerms>(),
  createdAt: timestamptz('created_at').notNull(),
})

/** The price of collecting a printed permit, per currency in minor units, and its working days. */
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
  table => [index('pickup_points_partner').on(table.partner), checkCountry(table.country)],
)

/** A partner's arrangement for one customer. Its token pays one order. */
export const partnerTokens = pgTable(
  'partner_tokens',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    partner: text('partner')
      .notNull()
      .references(() => partners.name),
    productType: text('product_type').$type<PlanCategory>().notNull(),
    years: integer('years').notNull(),
    customerEmail: text('customer_email').notNull(),
    customerFirstName: text('customer_first_name').notNull(),
    customerLastName: text('customer_last_name').notNull(),
    /** Sandbox token: works any number of times where nothing is charged, and nowhere else. */
    isSandbox: boolean('is_sandbox').notNull(),
    /** The checkout that holds it; one at a time. */
    checkoutId: text('checkout_id').references(() => checkouts.id),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  table => [
    index('partner_tokens_checkout').on(table.checkoutId),
    checkOneOf(table.productType, planCategories),
    checkPositive(table.years),
  ],
)
export type PartnerTokenRow = typeof partnerTokens.$inferSelect
