import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { type Coupon, coupon } from '@/domain/pricing/coupon-schema'
import { checkAmounts, checkNotNegative, checkOneOf } from '@/server/db/tables/checks'
import { attempts } from '@/server/db/tables/orders'
import { percent } from '@/server/db/tables/percent'
import { timestamptz } from '@/server/db/tables/timestamp'

/** Coupons by name. `amount` is a percentage; `amounts` are minor units per currency. */
export const coupons = pgTable(
  'coupons',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull().unique(),
    discountType: text('discount_type').$type<Coupon['discount_type']>().notNull(),
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
  },
  table => [
    checkOneOf(table.discountType, coupon.shape.discount_type.options),
    check(
      'coupons_amount_check',
      sql`${table.amount} >= 0 and (${table.discountType} <> 'percentage' or ${table.amount} <= 100)`,
    ),
    checkAmounts(table.amounts),
    checkNotNegative(table.maxUses),
    checkNotNegative(table.uses),
  ],
)

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
