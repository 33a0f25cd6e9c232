import type { CurrencyCode } from '@/domain/data/currencies'

type CouponAmount =
  | { discount_type: 'percentage' /** Percent. */; amount: number }
  | {
      discount_type: 'fixed' | 'fixed_cart'
      /** Major units, as people read them. */
      amount: Record<CurrencyCode, number>
    }

type CouponSeed = CouponAmount & {
  name: string
  /** Plans it reduces; empty means every plan. */
  products: readonly number[]
  /** Travel items it reduces; empty means none. */
  travel_products: readonly number[]
  free_shipping: boolean
  /** ISO dates; without one there is no limit on that side. */
  valid_from?: string
  valid_until?: string
  max_uses?: number
  new_customers_only?: boolean
  partner_only?: boolean
}

/** The coupons of a fresh shop (names: SPEC 9). */
export const coupons: readonly CouponSeed[] = [
  {
    name: 'FROMIDAWITHLOVE',
    discount_type: 'percentage',
    amount: 10,
    products: [],
    travel_products: [],
    free_shipping: false,
  },
  {
    name: 'take50',
    discount_type: 'percentage',
    amount: 50,
    products: [],
    travel_products: [],
    free_shipping: false,
  },
  {
    name: 'subscription_coupon',
    discount_type: 'percentage',
    amount: 20,
    products: [],
    travel_products: [],
    free_shipping: false,
  },
]
