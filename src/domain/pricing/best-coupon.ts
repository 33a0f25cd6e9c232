import type { Coupon } from '@/domain/pricing/coupon'
import type { Minor } from '@/domain/pricing/money'
import { type Order, quote } from '@/domain/pricing/quote'

/** What a coupon saves on an order, tax included, in minor units. */
export const savingOf = (order: Order, coupon: Coupon | null): Minor =>
  quote({ ...order, coupon: null }).total - quote({ ...order, coupon }).total

/**
 * The one that counts (SPEC 7): the biggest fixed_cart, else one that is only free shipping, else the
 * biggest saving; among those that save this customer something. Coupons do not stack.
 */
export function pickCoupon(order: Order, coupons: Coupon[]): Coupon | null {
  const saving = (coupon: Coupon) => savingOf(order, coupon)
  const useful = coupons.filter(coupon => saving(coupon) > 0)
  const biggest = (some: Coupon[]): Coupon | undefined =>
    some.toSorted((one, other) => saving(other) - saving(one))[0]
  return (
    biggest(useful.filter(({ discount_type }) => discount_type === 'fixed_cart')) ??
    useful.find(isOnlyFreeShipping) ??
    biggest(useful) ??
    null
  )
}

const isOnlyFreeShipping = ({ free_shipping, amount }: Coupon): boolean =>
  free_shipping && amount === 0
