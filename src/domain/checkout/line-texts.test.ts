import { expect, it } from 'vitest'
import { describeCoupon, describeDelivery } from '@/domain/checkout/line-texts'

const dhl = { code: 'dhl', name: 'DHL Express' }

it.each([
  ['delivery', dhl, 'delivery.methods.dhl'],
  ['delivery', null, 'delivery.name'],
  ['pickupPoints', dhl, 'delivery.pickup'],
] as const)('names the delivery: %s', (deliveryMethod, selectedShippingMethod, key) => {
  expect(describeDelivery({ deliveryMethod, selectedShippingMethod }).key).toBe(key)
})

it.each([
  ['HELLO', 'percentage', 'hello', 'coupon.welcome'],
  ['HELLO', 'fixed_cart', 'hello', 'coupon.name'],
  ['HELLO', 'percentage', null, 'coupon.name'],
  ['OTHER', 'percentage', 'hello', 'coupon.name'],
])('names the coupon %s (%s) beside the welcome discount %s', (name, discount_type, promo, key) => {
  const coupon = { name: 'HELLO', discount_type, amount: 10 }
  expect(describeCoupon(name, { coupon, promoCoupon: promo }).key).toBe(key)
})
