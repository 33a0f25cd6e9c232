import type { Coupon } from '@/domain/pricing/coupon'
import type { Minor } from '@/domain/pricing/money'
import { type Order, quote } from '@/domain/pricing/quote'

/** What a coupon saves on an order, tax included, in minor units. */
export const savingOf = (order: Order, coupon: Coupon | null): Minor =>
  quote({ ...order, coupon: null }).total - quote({ ...order, coupon }).total

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
