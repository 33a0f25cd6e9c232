import { urgentId } from '@/domain/catalog/plans'
import type { CurrencyCode } from '@/domain/data/currencies'

type CouponAmount =
  | { discount_type: 'percentage' /** Percent. */; amount: number }
  | {
      discount_type: 'fixed' | 'fixed_cart'
      /** Major units; a currency without an amount cannot use the coupon. */
      amount: Partial<Record<CurrencyCode, number>>
    }

export type CouponSeed = CouponAmount & {
  name: string
  /** Plans it reduces; empty means every plan. */
  products: readonly number[]
  /** Travel items it reduces; empty means none. */
  travel_products: readonly number[]
  free_shipping: boolean
  /** ISO timestamps; a missing one means no limit on that side. */
  valid_from?: string
  valid_until?: string
  max_uses?: number
  new_customers_only?: boolean
  partner_only?: boolean
}

const everyPlan = { products: [], travel_products: [], free_shipping: false } as const

/**
 * The coupons of a new shop: three general ones and two seasonal deals. All of them are public:
 * secret codes belong in the shop's database only.
 */
// biome-ignore format: a price table is read in columns
export const coupons: readonly CouponSeed[] = [
  { name: 'FROMIDAWITHLOVE', discount_type: 'percentage', amount: 10, ...everyPlan },
  { name: 'take50', discount_type: 'percentage', amount: 50, ...everyPlan },
  { name: 'subscription_coupon', discount_type: 'percentage', amount: 20, ...everyPlan },

  { name: 'SPRINGDEAL', discount_type: 'percentage', amount: 15, ...everyPlan, products: [42] },
  { name: 'SUMMERDEAL', discount_type: 'percentage', amount: 20, ...everyPlan, products: [42] },
]

/** A sample for each rule that a coupon can have. They exist where payments are the sandbox's. */
// biome-ignore format: a price table is read in columns
export const sampleCoupons: readonly CouponSeed[] = [
  {
    name: 'FIXED10', discount_type: 'fixed', ...everyPlan,
    amount: { USD: 10, EUR: 9, GBP: 8, CAD: 14, INR: 799, AED: 36, JPY: 1500, AUD: 15, CNY: 69, SGD: 13, PLN: 39 },
  },
  {
    name: 'CART20', discount_type: 'fixed_cart', ...everyPlan,
    amount: { USD: 20, EUR: 18, GBP: 16, CAD: 28, INR: 1599, AED: 72, JPY: 3000, AUD: 30, CNY: 139, SGD: 26, PLN: 79 },
  },
  { name: 'FREESHIP', discount_type: 'percentage', amount: 0, ...everyPlan, free_shipping: true },
  {
    name: 'DIGITAL5', discount_type: 'fixed', ...everyPlan, products: [43, 44, 45],
    amount: { USD: 5, EUR: 4.5, GBP: 4, CAD: 7, INR: 399, AED: 18, JPY: 750, AUD: 7.5, CNY: 35, SGD: 6.5, PLN: 19 },
  },
  {
    // An order's plan is never the urgent extra: only the travel items are reduced.
    name: 'TRAVEL25', discount_type: 'percentage', amount: 25, ...everyPlan, products: [urgentId],
    travel_products: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  },
  { name: 'EUROONLY', discount_type: 'fixed', amount: { EUR: 10 }, ...everyPlan },
  { name: 'FULL100', discount_type: 'percentage', amount: 100, ...everyPlan },
  { name: 'LIMITED', discount_type: 'percentage', amount: 30, ...everyPlan, max_uses: 3 },
  { name: 'WELCOME', discount_type: 'percentage', amount: 12, ...everyPlan, new_customers_only: true },
  { name: 'PARTNER15', discount_type: 'percentage', amount: 15, ...everyPlan, partner_only: true },
  {
    name: 'ENDED', discount_type: 'percentage', amount: 40, ...everyPlan,
    valid_until: '2025-01-01T00:00:00Z',
  },
  {
    name: 'NOTYET', discount_type: 'percentage', amount: 40, ...everyPlan,
    valid_from: '2099-01-01T00:00:00Z',
  },
]
