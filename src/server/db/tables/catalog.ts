import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { type Product, product } from '@/domain/catalog/product-schema'
import {
  checkAmounts,
  checkCountry,
  checkCurrency,
  checkNotNegative,
  checkOneOf,
  checkPercent,
  checkPositive,
} from '@/server/db/tables/checks'
import { percent } from '@/server/db/tables/percent'

export const products = pgTable(
  'products',
  {
    id: integer('id').primaryKey(),
    name: text('name').notNull(),
    category: text('category').$type<Product['category']>().notNull(),
    years: integer('years'),
    showAtCheckout: boolean('show_at_checkout').notNull(),
  },
  table => [checkOneOf(table.category, product.shape.category.options), checkPositive(table.years)],
)

/** Prices in minor units. */
export const prices = pgTable(
  'prices',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    currency: text('currency').notNull(),
    amount: integer('amount').notNull(),
  },
  table => [
    primaryKey({ columns: [table.productId, table.currency] }),
    checkCurrency(table.currency),
    checkNotNegative(table.amount),
  ],
)

/**
 * A shipping method for a zone. Prices per currency in minor units; days are working days. A zone
 * has no table of its own, so it references nothing.
 */
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
  table => [
    primaryKey({ columns: [table.zone, table.code] }),
    check(
      'shipping_methods_delivery_check',
      sql`${table.minDelivery} between 0 and ${table.maxDelivery}`,
    ),
    checkAmounts(table.prices),
  ],
)

export const shippingZones = pgTable(
  'shipping_zones',
  {
    country: text('country').primaryKey(),
    zone: text('zone').notNull(),
  },
  table => [checkCountry(table.country)],
)

/** Tax in percent by destination; a row with an empty state is for the whole country. */
export const taxGroups = pgTable(
  'tax_groups',
  {
    country: text('country').notNull(),
    state: text('state').notNull(),
    taxRate: percent('tax_rate').notNull(),
  },
  table => [
    primaryKey({ columns: [table.country, table.state] }),
    checkCountry(table.country),
    checkPercent(table.taxRate),
  ],
)

/** Travel items. Prices per currency in minor units; the name is the English one. */
export const travelItems = pgTable(
  'travel_items',
  {
    id: integer('id').primaryKey(),
    code: text('code').notNull().unique(),
    name: text('name').notNull(),
    isActive: boolean('is_active').notNull(),
    prices: jsonb('prices').$type<Record<string, number>>().notNull(),
  },
  table => [checkAmounts(table.prices)],
)
