import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { percent } from '@/server/db/tables/percent'

export const products = pgTable('products', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  category: text('category').$type<'digital' | 'physical' | 'urgent' | 'lifetime'>().notNull(),
  years: integer('years'),
  showAtCheckout: boolean('show_at_checkout').notNull(),
})

/** Prices in minor units. */
export const prices = pgTable(
  'prices',
  {
    productId: integer('product_id').notNull(),
    currency: text('currency').notNull(),
    amount: integer('amount').notNull(),
  },
  table => [primaryKey({ columns: [table.productId, table.currency] })],
)

/** A shipping method for a zone. Prices per currency in minor units; days are working days. */
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

/** Tax in percent by destination; a row with an empty state is for the whole country. */
export const taxGroups = pgTable(
  'tax_groups',
  {
    country: text('country').notNull(),
    state: text('state').notNull(),
    taxRate: percent('tax_rate').notNull(),
  },
  table => [primaryKey({ columns: [table.country, table.state] })],
)

/** Travel items. Prices per currency in minor units; the name is the English one. */
export const travelItems = pgTable('travel_items', {
  id: integer('id').primaryKey(),
  code: text('code').notNull().unique(),
  name: text('name').notNull(),
  isActive: boolean('is_active').notNull(),
  prices: jsonb('prices').$type<Record<string, number>>().notNull(),
})
