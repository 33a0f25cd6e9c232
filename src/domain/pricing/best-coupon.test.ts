import { describe, expect, it } from 'vitest'
import { pickCoupon, savingOf } from '@/domain/pricing/best-coupon'
import type { Coupon } from '@/domain/pricing/coupon'
import type { Order } from '@/domain/pricing/quote'

const printed: Order = {
  currency: 'USD',
  plan: { id: 42, isPhysical: true, price: 6900 },
  coupon: null,
  urgentPrice: 2500,
  shippingPrice: 1900,
  travel: [{ item_id: 1, price: 1000, quantity: 2 }],
  taxRatePercent: 0,
}
const digital: Order = { ...printed, plan: { id: 45, isPhysical: false, price: 4900 } }

const buildCoupon = (name: string, terms: Partial<Coupon>): Coupon => ({
  id: 1,
  name,
  discount_type: 'percentage',
  amount: 0,
  products: [],
  travel_products: [],
  free_shipping: false,
  ...terms,
})

const cart20 = buildCoupon('CART20', { discount_type: 'fixed_cart', amount: 20 })
const cart5 = buildCoupon('CART5', { discount_type: 'fixed_cart', amount: 5 })
const freeShip = buildCoupon('FREESHIP', { free_shipping: true })
const percent15 = buildCoupon('PERCENT15', { amount: 15 })
const percent50 = buildCoupon('PERCENT50', { amount: 50 })
const fixed10 = buildCoupon('FIXED10', { discount_type: 'fixed', amount: 10 })
const digitalOnly = buildCoupon('DIGITAL', { amount: 90, products: [43, 44, 45] })
const percentAndFreeShip = buildCoupon('BOTH', { amount: 15, free_shipping: true })

describe('a coupon saves', () => {
  it.each<[string, Order, Coupon | null, number]>([
    ['nothing when there is none', printed, null, 0],
    ['its part of the plan', printed, percent15, 1035],
    ['its amount', printed, fixed10, 1000],
    ['the delivery', printed, freeShip, 1900],
    ['no delivery where there is none', digital, freeShip, 0],
    ['its part and the delivery', printed, percentAndFreeShip, 1035 + 1900],
    ['the tax on it too', { ...printed, taxRatePercent: 10 }, fixed10, 1100],
    ['nothing of a plan it does not name', printed, digitalOnly, 0],
    ['no more than there is to pay', digital, buildCoupon('X', { amount: 100 }), 4900],
  ])('%s', (_, order, terms, expectedSaving) => expect(savingOf(order, terms)).toBe(expectedSaving))
})

describe('of several coupons', () => {
  it.each<[string, Order, Coupon[], string | null]>([
    ['the biggest fixed_cart counts', printed, [percent50, cart5, freeShip, cart20], 'CART20'],
    ['even a small fixed_cart comes before the rest', printed, [percent50, cart5], 'CART5'],
    ['then the one that is only free shipping', printed, [percent50, freeShip], 'FREESHIP'],
    ['then the biggest saving', printed, [percent15, fixed10, percent50], 'PERCENT50'],
    [
      'with free shipping and a discount, the saving decides',
      printed,
      [percent15, percentAndFreeShip],
      'BOTH',
    ],
    ['one that saves nothing here is none', digital, [freeShip, percent15], 'PERCENT15'],
    ['one for other plans is none', printed, [digitalOnly, fixed10], 'FIXED10'],
    [
      'the first of two that save the same',
      printed,
      [percent15, { ...percent15, name: 'SAME' }],
      'PERCENT15',
    ],
    ['none when nothing saves', digital, [freeShip], null],
    ['none when there is none', printed, [], null],
  ])('%s', (_, order, coupons, name) => {
    expect(pickCoupon(order, coupons)?.name ?? null).toBe(name)
  })
})
