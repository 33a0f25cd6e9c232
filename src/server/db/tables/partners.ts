import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { checkouts } from '@/server/db/tables/checkouts'
import { timestamptz } from '@/server/db/tables/timestamp'

/** Who sends customers by links of their own; the name is what customers read. */
export const partners = pgTable('partners', {
  name: text('name').primaryKey(),
  /** Null for a partner whose customers have everything sent to them. */
  pickup: jsonb('pickup').$type<PickupTerms>(),
  createdAt: timestamptz('created_at').notNull(),
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
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  table => [index('partner_tokens_checkout').on(table.checkoutId)],
)
export type PartnerTokenRow = typeof partnerTokens.$inferSelect
