import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { attempts } from '@/server/db/tables/orders'
import { percent } from '@/server/db/tables/percent'
import { timestamptz } from '@/server/db/tables/timestamp'

/** Coupons by name. `amount` is a percentage; `amounts` are minor units per currency. */
export const coupons = pgTable('coupons', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull().unique(),
  discountType: text('discount_type').$type<'percentage' | 'fixed' | 'fixed_cart'>().notNull(),
  amount: percent('amount'),
  amounts: jsonb('amounts').$type<Record<string, number>>(),
  products: jsonb('products').$type<number[]>().notNull(),
  travelProducts: jsonb('travel_products').$type<number[]>().notNull(),
  freeShipping: boolean('free_shipping').notNull(),
  validFrom: timestamptz('valid_from'),
  validUntil: timestamptz('valid_until'),
  maxUses: integer('max_uses'),
  /** Uses of payments that are made or under way. */
  uses: integer('uses').notNull().default(0),
  newCustomersOnly: boolean('new_customers_only').notNull(),
  partnerOnly: boolean('partner_only').notNull(),
})

/**
 * One use of a limited coupon: reserved while its attempt may pay, permanent once it has paid,
 * deleted when it has not.
 */
export const couponReservations = pgTable('coupon_holds', {
  attemptId: text('attempt_id')
    .primaryKey()
    .references(() => attempts.id),
  couponId: integer('coupon_id')
    .notNull()
    .references(() => coupons.id),
})
