import { describe, expect, it } from 'vitest'
import {
  computeFirstChargeAt,
  isRenewalOffered,
  quoteRenewal,
  type RenewalState,
  renewalEdges,
  resolveWording,
} from '@/domain/payments/auto-renewal'
import { mayBecome } from '@/domain/payments/payment-states'
import type { Order } from '@/domain/pricing/quote'

const checkout = {
  isOn: true,
  variants: { AUTO_RENEWAL: 'VARIANT_1' },
  planId: 42,
  isByPartner: false,
}

describe('auto-renewal', () => {
  it.each(['VARIANT_1', 'VARIANT_2', 'VARIANT_3', 'VARIANT_4'])('is offered in %s', variant => {
    expect(isRenewalOffered({ ...checkout, variants: { AUTO_RENEWAL: variant } })).toBe(true)
  })

  it('is offered in AB_30_SUBSCRIPTION', () => {
    expect(isRenewalOffered({ ...checkout, variants: { AB_30_SUBSCRIPTION: 'VARIANT_1' } })).toBe(
      true,
    )
  })

  it.each([
    ['if the shop has switched it off', { isOn: false }],
    ['outside the experiments', { variants: {} }],
    ['in the original variant', { variants: { AUTO_RENEWAL: 'ORIGINAL' } }],
    ['for the lifetime plan', { planId: 62 }],
    ['for the summer lifetime plan', { planId: 96 }],
    ['to customers of a partner', { isByPartner: true }],
  ])('is not offered %s', (_, change) => {
    expect(isRenewalOffered({ ...checkout, ...change })).toBe(false)
  })

  it('has the wording of its variant', () => {
    expect(
      ['VARIANT_1', 'VARIANT_2', 'VARIANT_3', 'VARIANT_4'].map(AUTO_RENEWAL =>
        resolveWording({ AUTO_RENEWAL }),
      ),
    ).toEqual(['plain', 'saving', 'unnoticed', 'control'])
    expect(resolveWording({ AB_30_SUBSCRIPTION: 'VARIANT_1' })).toBe('plain')
  })

  it('costs plan and delivery, with its own discount and without extras', () => {
    const order: Order = {
      currency: 'USD',
      plan: { id: 42, isPhysical: true, price: 6_900 },
      coupon: null,
      urgentPrice: 2_500,
      shippingPrice: 1_900,
      travel: [{ item_id: 1, price: 1_200, quantity: 2 }],
      taxRatePercent: 10,
    }
    const coupon = {
      id: 1,
      name: 'subscription_coupon',
      discount_type: 'percentage' as const,
      amount: 20,
      products: [],
      travel_products: [],
      free_shipping: false,
    }
    expect(quoteRenewal(order, coupon)).toEqual({
      currency: 'USD',
      plan: 6_900,
      urgent: 0,
      shipping: 1_900,
      travel: 0,
      discount: 1_380,
      tax: 742,
      total: 8_162,
    })
  })

  it.each([
    ['2026-11-22T06:00:00Z', 3, '2029-11-22T05:00:00.000Z'],
    ['2028-02-29T23:59:00Z', 1, '2029-02-28T22:59:00.000Z'],
    ['2028-02-29T12:00:00Z', 4, '2032-02-29T11:00:00.000Z'],
    ['2026-12-31T23:59:59Z', 2, '2028-12-31T22:59:59.000Z'],
  ])(
    'is first charged one hour before the plan ends: paid %s for %i years',
    (paidAt, years, end) => {
      expect(computeFirstChargeAt(new Date(paidAt), years).toISOString()).toBe(end)
    },
  )

  it('never starts again after it was stopped, and never starts without the card', () => {
    const states = Object.keys(renewalEdges) as RenewalState[]
    expect(states.filter(to => mayBecome(renewalEdges, 'stopped', to))).toEqual([])
    expect(states.filter(from => mayBecome(renewalEdges, from, 'creating'))).toEqual(['wanted'])
  })
})
