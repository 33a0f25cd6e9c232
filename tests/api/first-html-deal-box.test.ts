import { createElement } from 'react'
import { expect, it } from 'vitest'
import { DealBox } from '@/features/plan/deal-box'
import { renderText } from '../support/render-html'
import { completeCheckout } from '../support/sample-checkout'

const buildPercentCoupon = (name: string, amount: number) => ({
  id: 1,
  name,
  discount_type: 'percentage' as const,
  amount,
  products: [],
  travel_products: [],
  free_shipping: false,
})
const deal = {
  coupon: buildPercentCoupon('SPRINGDEAL', 15),
  until: '2027-05-31',
  campaign: 'spring' as const,
}

it.each([
  ['no coupon', null, 'Spring deal: 15% off'],
  ['a weaker code', buildPercentCoupon('TEN', 10), 'and saves you'],
  ['a better code', buildPercentCoupon('TWENTY', 20), ''],
  ['a code worth as much', buildPercentCoupon('FIFTEEN', 15), ''],
  ['the seasonal coupon itself', deal.coupon, 'Spring deal applied'],
])('with %s the seasonal deal is shown only if it lowers the total', (_, coupon, notice) => {
  const state = { ...completeCheckout, selectedLicense: 42, coupon }
  const text = renderText(createElement(DealBox), { deal, checkout: { state } })
  if (notice) expect(text).toContain(notice)
  else expect(text).toBe('')
})
