import { describe, expect, it } from 'vitest'
import {
  findAnalyticsPath,
  isPurchase,
  selectPath,
  toPlanEventFields,
  toPurchaseEvent,
  toTrackableCode,
} from '@/domain/analytics/analytics-events'
import type { Product } from '@/domain/catalog/product-schema'
import { photoPaths } from '@/domain/photos/photo-files'

describe('a virtual page', () => {
  it.each([
    ['/v2/driver-details', '/driver-details/'],
    ['/v2/upload-photos', '/verify-identity/'],
    ['/v2/shipping', '/shipping/'],
    ['/v2/review', '/review/'],
    ['/v2/payment', '/payment/'],
    ['/thank-you', '/completed/'],
    ['/express/info', '/driver-details/'],
    ['/express/payment', '/payment/'],
  ])('of %s is %s', (route, path) => {
    expect(findAnalyticsPath(route)).toBe(path)
  })

  it.each(['/404', '/[...path]', '/_error', '/', '/help', '/finish-payment', '/v2', ''])(
    'does not exist for %s, which is not a step',
    route => {
      expect(findAnalyticsPath(route)).toBeUndefined()
    },
  )

  it('includes the pages besides the steps', () => {
    expect([selectPath, ...Object.values(photoPaths)]).toEqual([
      '/select-idp/',
      '/verify-identity/upload-selfie/',
      '/verify-identity/upload-license-front/',
      '/verify-identity/upload-license-back/',
      '/verify-identity/upload-signature/',
    ])
  })
})

const buildPlan = (id: number, years: number | null, category: Product['category']): Product => ({
  id,
  name: 'x',
  category,
  years,
  price: 1,
  oldPrice: null,
  show_at_checkout: true,
})
const products = [
  buildPlan(40, 1, 'physical'),
  buildPlan(41, 2, 'physical'),
  buildPlan(42, 3, 'physical'),
  buildPlan(45, 3, 'digital'),
  buildPlan(62, null, 'lifetime'),
]

describe('a plan in an event', () => {
  it.each([
    [40, 1, 3],
    [41, 3, 2],
    [42, 2, 1],
    [45, 2, 1],
    [62, 0, 0],
  ])('%d is at position %d from the left, and at %d in right-to-left languages', (id, ltr, rtl) => {
    expect(toPlanEventFields(products, id, 'ltr').position).toBe(ltr)
    expect(toPlanEventFields(products, id, 'rtl').position).toBe(rtl)
  })

  it('has its format and its years', () => {
    expect(toPlanEventFields(products, 41, 'ltr')).toEqual({
      plan_id: 41,
      category: 'physical',
      years: 2,
      position: 3,
    })
  })

  it('has only its id if the list does not contain it', () => {
    expect(toPlanEventFields([], 42, 'ltr')).toEqual({
      plan_id: 42,
      category: null,
      years: null,
      position: 0,
    })
  })
})

const paidOrder = {
  id: '1001',
  status: 'paid',
  total: 88.5,
  currency: 'USD',
  charged: { plan_id: 42, coupon: 'FIXED10' },
}

describe('a purchase', () => {
  it('has the order’s id, its value in major units and its coupon', () => {
    expect(toPurchaseEvent(paidOrder, 'plan')).toEqual({
      event_id: '1001',
      order_id: '1001',
      kind: 'plan',
      value: 88.5,
      currency: 'USD',
      coupon: 'FIXED10',
    })
  })

  it.each([
    ['no order', null],
    ['an unpaid order', { ...paidOrder, status: 'pending', charged: null }],
    ['a refunded order', { ...paidOrder, status: 'refunded' }],
    ['an order without a charged price', { ...paidOrder, charged: null }],
  ])('is not %s', (_, order) => {
    expect(isPurchase(order)).toBe(false)
  })

  it('is a paid order', () => {
    expect(isPurchase(paidOrder)).toBe(true)
  })
})

describe('a coupon code', () => {
  it.each(['CART20', 'take50', 'SUMMER_DEAL-26'])('is sent: %s', name => {
    expect(toTrackableCode(name)).toBe(name)
  })

  it.each(['ana@example.com', 'Ana Silva', '', 't'.repeat(43)])('is not sent: %s', name => {
    expect(toTrackableCode(name)).toBe('')
  })
})
