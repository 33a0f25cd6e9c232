import { createElement } from 'react'
import { expect, it } from 'vitest'
import { RefusedCoupon } from '@/features/shell/refused-coupon'
import { renderText } from '../support/render-html'

const coupons = [
  { name: 'ENDED', saves: 0, code: 'expired' as const },
  { name: 'EUROONLY', saves: 0, code: 'currency' as const, currencies: 'EUR' },
]

it('shows the reason for every refused code of a link, in one banner with one button', () => {
  const text = renderText(createElement(RefusedCoupon, { coupons }))
  expect(text).toContain('ENDED from your link: this code has expired.')
  expect(text).toContain('EUROONLY from your link: this code works in EUR, not in USD.')
  expect(text.match(/Close/g)).toHaveLength(1)
})

it('disappears after it was dismissed', () => {
  expect(
    renderText(createElement(RefusedCoupon, { coupons }), {
      dismissed: ['coupon-ENDED+EUROONLY'],
    }),
  ).toBe('')
})
