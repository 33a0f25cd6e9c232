import { createElement } from 'react'
import { expect, it } from 'vitest'
import { RefusedCoupon } from '@/features/shell/refused-coupon'
import { renderText } from '../support/render-html'

const coupons = [
  { name: 'ENDED', saves: 0, code: 'expired' as const },
  { name: 'EUROONLY', saves: 0, code: 'currency' as const, currencies: 'EUR' },
]

it('says of every code of a link why it cannot be had, in one banner with one button', () => {
  const words = renderText(createElement(RefusedCoupon, { coupons }))
  expect(words).toContain('ENDED from your link: this code has ended.')
  expect(words).toContain('EUROONLY from your link: this code works in EUR, not in USD.')
  expect(words.match(/Close/g)).toHaveLength(1)
})

it('is gone once it was put away', () => {
  expect(
    renderText(createElement(RefusedCoupon, { coupons }), {
      dismissed: ['coupon-ENDED+EUROONLY'],
    }),
  ).toBe('')
})
