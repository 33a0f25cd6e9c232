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
