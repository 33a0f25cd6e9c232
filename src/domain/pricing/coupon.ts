import * as z from 'zod/mini'
import { type Minor, percentOf } from '@/domain/pricing/money'

/** A coupon's terms as the server tells them (SPEC 3). `amount` is a percentage, or major units of the checkout's currency. */
export const coupon = z.object({
  id: z.number(),
  name: z.string(),
  discount_type: z.enum(['percentage', 'fixed', 'fixed_cart']),
  amount: z.number(),
  products: z.array(z.number()),
  travel_products: z.array(z.number()),
  free_shipping: z.boolean(),
})
export type Coupon = z.infer<typeof coupon>

/** Why a coupon is refused (DESIGN: one sentence each). */
export const couponRefusals = [
  'unknown',
  'expired',
  'plan',
  'currency',
  'new_customers',
  'used_up',
  'partner',
] as const
export const couponRefusal = z.enum(couponRefusals)
export type CouponRefusal = z.infer<typeof couponRefusal>

/** A coupon as the shop knows it: its terms in one currency, and when and for whom it counts. */
export interface KnownCoupon {
  name: string
  /** null when it has no amount in the currency. */
  terms: Coupon | null
  validFromMs: number | null
  validUntilMs: number | null
  /** null when its uses are not limited. */
  usesLeft: number | null
  isForNewCustomers: boolean
  isForPartners: boolean
}

/** What a coupon's conditions are held against. */
export interface Circumstances {
  plan: { id: number; isPhysical: boolean }
  nowMs: number
  isPartnerOrder: boolean
  /** The customer has paid an order before. */
  hasBoughtBefore: boolean
  /** A payment under way, or made, holds its coupon: it stays good although its time or uses run out. */
  isHeld: boolean
}

/** Why a coupon does not count here and now; null when it does. */
export function refusalOf(
  known: KnownCoupon | undefined,
  { plan, nowMs, isPartnerOrder, hasBoughtBefore, isHeld }: Circumstances,
): CouponRefusal | null {
  // A code that is not out yet is told from an invented one by nobody.
  if (!known || (known.validFromMs !== null && nowMs < known.validFromMs)) return 'unknown'
  if (!isHeld) {
    if (known.validUntilMs !== null && nowMs >= known.validUntilMs) return 'expired'
    if (known.usesLeft !== null && known.usesLeft <= 0) return 'used_up'
    if (known.isForNewCustomers && hasBoughtBefore) return 'new_customers'
  }
  if (known.isForPartners && !isPartnerOrder) return 'partner'
  if (!known.terms) return 'currency'
  return appliesTo(plan, known.terms) ? null : 'plan'
}

/** Whether the coupon can take anything off an order of this plan. */
function appliesTo({ id, isPhysical }: Circumstances['plan'], coupon: Coupon): boolean {
  if (coupon.discount_type === 'fixed_cart' && coupon.amount > 0) return true
  if (isPhysical && (coupon.free_shipping || coupon.travel_products.length > 0)) return true
  return coupon.amount > 0 && (coupon.products.length === 0 || coupon.products.includes(id))
}

/** What a coupon may be applied to; prices in minor units. */
export interface Discountable {
  plan: { id: number; price: Minor }
  urgent: Minor
  travel: { item_id: number; total: Minor }[]
  toMinor: (major: number) => Minor
}

/** What the coupon takes off plan, urgent and travel together, in minor units; never more than it applies to. */
export function discountOn(order: Discountable, coupon: Coupon | null): Minor {
  if (!coupon) return 0
  if (coupon.discount_type === 'percentage') return percentageOff(order, coupon)
  const reducible = coupon.discount_type === 'fixed_cart' ? cart(order) : named(order, coupon)
  return clamp(order.toMinor(coupon.amount), sum(reducible))
}

const percentageOff = (order: Discountable, coupon: Coupon): Minor =>
  sum(named(order, coupon).map(price => clamp(percentOf(price, coupon.amount), price)))

/** The lines a coupon names: no plan named means every plan, no travel item named means none. */
function named({ plan, travel }: Discountable, coupon: Coupon): Minor[] {
  const appliesToPlan = coupon.products.length === 0 || coupon.products.includes(plan.id)
  const items = travel.filter(line => coupon.travel_products.includes(line.item_id))
  return [...(appliesToPlan ? [plan.price] : []), ...items.map(line => line.total)]
}

const cart = ({ plan, urgent, travel }: Discountable): Minor[] => [
  plan.price,
  urgent,
  ...travel.map(line => line.total),
]

const sum = (amounts: Minor[]): Minor => amounts.reduce((total, amount) => total + amount, 0)
const clamp = (amount: Minor, most: Minor): Minor => Math.max(0, Math.min(amount, most))
