import type { Coupon } from '@/domain/pricing/coupon-schema'
import { type Minor, percentOf } from '@/domain/pricing/money'

/** Why a coupon is refused; each reason has its own message. */
export const couponRefusals = [
  'unknown',
  'expired',
  'plan',
  'printed',
  'extras',
  'currency',
  'new_customers',
  'used_up',
  'partner',
] as const
export type CouponRefusal = (typeof couponRefusals)[number]

const couponMismatches = ['plan', 'printed', 'extras'] as const satisfies CouponRefusal[]
export type CouponMismatch = (typeof couponMismatches)[number]

/** Whether a refusal ends when the customer changes the order, not the code. */
export const isCouponMismatch = (code: string): code is CouponMismatch =>
  couponMismatches.some(mismatch => mismatch === code)

/** A coupon from the database: its terms in one currency, its validity and its restrictions. */
export interface KnownCoupon {
  name: string
  /** Null if it has no amount in the currency. */
  terms: Coupon | null
  validFromMs: number | null
  validUntilMs: number | null
  /** Null if its uses are not limited. */
  usesLeft: number | null
  isForNewCustomers: boolean
  isForPartners: boolean
}

/** The order that a coupon is checked against. */
export interface CouponConditions {
  plan: { id: number; isPhysical: boolean }
  /** Ids of the travel items in the cart. */
  travel: number[]
  nowMs: number
  isPartnerOrder: boolean
  /** The customer has paid an order before. */
  hasBoughtBefore: boolean
  /**
   * A payment, in progress or made, has reserved the coupon: it stays valid after its end or last
   * use.
   */
  isReserved: boolean
}

/** Why a coupon cannot be used on this order; null if it can. */
export function resolveCouponRefusal(
  record: KnownCoupon | undefined,
  { plan, travel, nowMs, isPartnerOrder, hasBoughtBefore, isReserved }: CouponConditions,
): CouponRefusal | null {
  // A code that is not valid yet must not be distinguishable from an unknown one.
  if (!record || (record.validFromMs !== null && nowMs < record.validFromMs)) return 'unknown'
  if (!isReserved) {
    if (record.validUntilMs !== null && nowMs >= record.validUntilMs) return 'expired'
    if (record.usesLeft !== null && record.usesLeft <= 0) return 'used_up'
    if (record.isForNewCustomers && hasBoughtBefore) return 'new_customers'
  }
  if (record.isForPartners && !isPartnerOrder) return 'partner'
  return record.terms ? findCouponMismatch(record.terms, { plan, travel }) : 'currency'
}

/** Why a coupon cannot reduce an order of this plan and these travel items; null if it can. */
export function findCouponMismatch(
  { amount, discount_type, products, travel_products, free_shipping }: Coupon,
  { plan, travel }: Pick<CouponConditions, 'plan' | 'travel'>,
): CouponMismatch | null {
  const isForPlan =
    discount_type === 'fixed_cart' || products.length === 0 || products.includes(plan.id)
  if (amount > 0 && isForPlan) return null
  if (!free_shipping && travel_products.length === 0) return 'plan'
  if (!plan.isPhysical) return 'printed'
  return free_shipping || travel.some(id => travel_products.includes(id)) ? null : 'extras'
}

/** The lines a coupon can reduce; prices in minor units. */
export interface Discountable {
  plan: { id: number; price: Minor }
  urgent: Minor
  travel: { item_id: number; total: Minor }[]
  toMinor: (major: number) => Minor
}

/**
 * The discount on plan, urgent and travel together, in minor units; at most the price of the lines
 * it applies to.
 */
export function discountOn(order: Discountable, coupon: Coupon | null): Minor {
  if (!coupon) return 0
  if (coupon.discount_type === 'percentage') return computePercentageOff(order, coupon)
  const prices =
    coupon.discount_type === 'fixed_cart' ? listCartPrices(order) : listNamedPrices(order, coupon)
  return clamp(order.toMinor(coupon.amount), sum(prices))
}

const computePercentageOff = (order: Discountable, coupon: Coupon): Minor =>
  sum(listNamedPrices(order, coupon).map(price => clamp(percentOf(price, coupon.amount), price)))

/**
 * The plan's part of the discount, in minor units; proportional and rounded down if the discount
 * covers several lines.
 */
export function discountOnPlan(order: Discountable, coupon: Coupon | null): Minor {
  const { id, price } = order.plan
  if (!coupon || price === 0) return 0
  const isNamed = coupon.products.length === 0 || coupon.products.includes(id)
  if (coupon.discount_type === 'fixed_cart') return shareOf(price, listCartPrices(order))
  if (!isNamed) return 0
  return coupon.discount_type === 'percentage'
    ? clamp(percentOf(price, coupon.amount), price)
    : shareOf(price, listNamedPrices(order, coupon))

  function shareOf(line: Minor, lines: Minor[]): Minor {
    return Math.floor((discountOn(order, coupon) * line) / sum(lines))
  }
}

/**
 * The prices a coupon applies to: no plan named means every plan, no travel item named means none.
 */
function listNamedPrices({ plan, travel }: Discountable, coupon: Coupon): Minor[] {
  const appliesToPlan = coupon.products.length === 0 || coupon.products.includes(plan.id)
  const items = travel.filter(line => coupon.travel_products.includes(line.item_id))
  return [...(appliesToPlan ? [plan.price] : []), ...items.map(line => line.total)]
}

const listCartPrices = ({ plan, urgent, travel }: Discountable): Minor[] => [
  plan.price,
  urgent,
  ...travel.map(line => line.total),
]

const sum = (amounts: Minor[]): Minor => amounts.reduce((total, amount) => total + amount, 0)
const clamp = (amount: Minor, max: Minor): Minor => Math.max(0, Math.min(amount, max))
