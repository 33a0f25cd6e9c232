import type { CurrencyCode } from '@/domain/data/currencies'
import { discountOn } from '@/domain/pricing/coupon'
import type { Coupon } from '@/domain/pricing/coupon-schema'
import { type Minor, percentOf, toMinor } from '@/domain/pricing/money'

/** The inputs of a checkout's price; amounts in minor units. */
export interface Order {
  currency: CurrencyCode
  plan: { id: number; isPhysical: boolean; price: Minor }
  coupon: Coupon | null
  urgentPrice: Minor
  shippingPrice: Minor
  travel: { item_id: number; price: Minor; quantity: number }[]
  taxRatePercent: number
}

/**
 * A priced order in minor units. `discount` is positive: plan + urgent + shipping + travel -
 * discount + tax = total.
 */
export interface Quote {
  currency: CurrencyCode
  plan: Minor
  urgent: Minor
  shipping: Minor
  travel: Minor
  discount: Minor
  tax: Minor
  total: Minor
}

/** Prices an order. The browser shows this quote and the server charges it. */
export function quote(order: Order): Quote {
  const { currency, plan, coupon, taxRatePercent } = order
  const travelLines = plan.isPhysical ? order.travel.map(toTravelLine) : []
  const travel = travelLines.reduce((sum, line) => sum + line.total, 0)
  const shipping = plan.isPhysical && !coupon?.free_shipping ? order.shippingPrice : 0
  const urgent = order.urgentPrice
  const discount = discountOn(
    { plan, urgent, travel: travelLines, toMinor: major => toMinor(major, currency) },
    coupon,
  )
  const net = plan.price + urgent + shipping + travel - discount
  const tax = percentOf(net, taxRatePercent)
  return { currency, plan: plan.price, urgent, shipping, travel, discount, tax, total: net + tax }
}

/** Whether two quotes would charge the same amount for the same lines. */
export const isSameQuote = (a: Quote, b: Quote): boolean =>
  (Object.keys(a) as (keyof Quote)[]).every(key => a[key] === b[key])

/** The cost of a travel item in its quantity, in minor units, before any discount. */
export const toTravelLine = (line: Order['travel'][number]) => ({
  item_id: line.item_id,
  quantity: line.quantity,
  total: line.price * line.quantity,
})

/** What a coupon saves on an order's lines, so without the tax on it, in minor units. */
export const savingOf = (order: Order, coupon: Coupon | null): Minor =>
  netOf({ ...order, coupon: null }) - netOf({ ...order, coupon })

const netOf = (order: Order): Minor => {
  const { total, tax } = quote(order)
  return total - tax
}

/**
 * The coupon to apply: the biggest fixed_cart, else the first that gives only free delivery, else
 * the biggest saving. Only coupons that save something on this order count; null if none does.
 * Coupons do not stack.
 */
export function pickCoupon(order: Order, coupons: Coupon[]): Coupon | null {
  const computeSaving = (coupon: Coupon) => savingOf(order, coupon)
  const usefulCoupons = coupons.filter(coupon => computeSaving(coupon) > 0)
  const pickBiggest = (candidates: Coupon[]): Coupon | undefined =>
    candidates.toSorted((a, b) => computeSaving(b) - computeSaving(a))[0]
  return (
    pickBiggest(usefulCoupons.filter(({ discount_type }) => discount_type === 'fixed_cart')) ??
    usefulCoupons.find(isOnlyFreeShipping) ??
    pickBiggest(usefulCoupons) ??
    null
  )
}

const isOnlyFreeShipping = ({ free_shipping, amount }: Coupon): boolean =>
  free_shipping && amount === 0
