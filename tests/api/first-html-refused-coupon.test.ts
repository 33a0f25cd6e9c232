import { createElement } from 'react'
import { expect, it } from 'vitest'
import { RefusedCoupon } from '@/features/shell/refused-coupon'
import { readOut } from '../support/render-html'

const found = [
  { name: 'ENDED', saves: 0, code: 'expired' as const },
  { name: 'EUROONLY', saves: 0, code: 'currency' as const, currencies: 'EUR' },
]

it('says of every code of a link why it cannot be had, in one banner with one button', () => {
  const words = readOut(createElement(RefusedCoupon, { found }))
  expect(words).toContain('ENDED from your link: this code has ended.')
  expect(words).toContain('EUROONLY from your link: this code works in EUR, not in USD.')
  expect(words.match(/Close/g)).toHaveLength(1)
})

it('is gone once it was put away', () => {
  expect(
    readOut(createElement(RefusedCoupon, { found }), { dismissed: ['coupon-ENDED+EUROONLY'] }),
  ).toBe('')
})
