import { describe, expect, it } from 'vitest'
import {
  formatMethodName,
  parsePaidCard,
  parseWallet,
} from '@/domain/payments/payment-method-label'

describe('the label of a payment method', () => {
  it.each([
    ['visa 4242', { brand: 'Visa', last: '4242' }, undefined, undefined],
    ['amex 0005', { brand: 'American Express', last: '0005' }, undefined, undefined],
    ['newbrand 1234', { brand: 'newbrand', last: '1234' }, undefined, undefined],
    ['apple pay', undefined, 'Apple Pay', 'apple pay'],
    ['google pay', undefined, 'Google Pay', 'google pay'],
    ['paypal', undefined, 'PayPal', undefined],
    ['stripe', undefined, undefined, undefined],
    ['none', undefined, undefined, undefined],
    ['constructor', undefined, undefined, undefined],
    [null, undefined, undefined, undefined],
  ])('%s', (method, card, name, wallet) => {
    expect(parsePaidCard(method)).toEqual(card)
    expect(formatMethodName(method)).toBe(name)
    expect(parseWallet(method)).toBe(wallet)
  })
})
