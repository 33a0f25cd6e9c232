import { describe, expect, it } from 'vitest'
import type { Coupon } from '@/domain/pricing/coupon-schema'
import { type Order, pickCoupon, savingOf } from '@/domain/pricing/quote'

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
    ['nothing if there is none', printed, null, 0],
    ['its percentage of the plan', printed, percent15, 1035],
    ['its amount', printed, fixed10, 1000],
    ['the delivery', printed, freeShip, 1900],
    ['no delivery if there is none', digital, freeShip, 0],
    ['its percentage and the delivery', printed, percentAndFreeShip, 1035 + 1900],
    [
      'what its line says, without the tax on it',
      { ...printed, taxRatePercent: 10 },
      fixed10,
      1000,
    ],
    ['nothing on a plan it does not name', printed, digitalOnly, 0],
    ['no more than the total', digital, buildCoupon('X', { amount: 100 }), 4900],
  ])('%s', (_, order, terms, expectedSaving) => expect(savingOf(order, terms)).toBe(expectedSaving))
})

describe('the best of several coupons', () => {
  it.each<[string, Order, Coupon[], string | null]>([
    ['is the biggest fixed_cart', printed, [percent50, cart5, freeShip, cart20], 'CART20'],
    ['is a small fixed_cart before all others', printed, [percent50, cart5], 'CART5'],
    ['is then the one with free shipping only', printed, [percent50, freeShip], 'FREESHIP'],
    ['is then the biggest saving', printed, [percent15, fixed10, percent50], 'PERCENT50'],
    [
      'is the biggest saving if free shipping comes with a discount',
      printed,
      [percent15, percentAndFreeShip],
      'BOTH',
    ],
    ['is none that saves nothing on this order', digital, [freeShip, percent15], 'PERCENT15'],
    ['is none for other plans', printed, [digitalOnly, fixed10], 'FIXED10'],
    [
      'is the first of two that save the same',
      printed,
      [percent15, { ...percent15, name: 'SAME' }],
      'PERCENT15',
    ],
    ['is null if none saves', digital, [freeShip], null],
    ['is null if there are none', printed, [], null],
  ])('%s', (_, order, coupons, name) => {
    expect(pickCoupon(order, coupons)?.name ?? null).toBe(name)
  })
})
