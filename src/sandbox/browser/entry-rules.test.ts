import { describe, expect, test } from 'vitest'
import { RULES } from '@/sandbox/browser/entry-rules'

const NOW = new Date(2026, 5, 15)

describe('the card number', () => {
  test.each([
    ['4242424242424242', '4242 4242 4242 4242', 'visa', true, null],
    ['4242424242424241', '4242 4242 4242 4241', 'visa', false, 'invalid_number'],
    ['42424242424242421', '4242 4242 4242 4242', 'visa', true, null],
    ['378282246310005', '3782 822463 10005', 'amex', true, null],
    ['٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', '4242 4242 4242 4242', 'visa', true, null],
    ['4242-42', '4242 42', 'visa', false, null],
    ['', '', 'unknown', false, null],
  ])('%s', (input, formatted, brand, complete, code) => {
    const { cardNumber } = RULES
    expect(cardNumber.format(input)).toBe(formatted)
    expect(cardNumber.check(formatted)).toEqual({ brand, complete, code })
  })
})

describe('the expiry date', () => {
  test.each([
    ['1', '1', false, null],
    ['5', '05 / ', false, null],
    ['12', '12 / ', false, null],
    ['13', '01 / 3', false, null],
    ['1230', '12 / 30', true, null],
    ['12/2030', '12 / 30', true, null],
    ['1/30', '01 / 30', true, null],
    ['0626', '06 / 26', true, null],
    ['0526', '05 / 26', false, 'invalid_expiry_month_past'],
    ['1225', '12 / 25', false, 'invalid_expiry_year_past'],
    ['1299', '12 / 99', false, 'invalid_expiry_year'],
    ['0030', '00 / 30', false, 'invalid_expiry_month'],
  ])('%s', (input, formatted, complete, code) => {
    const { cardExpiry } = RULES
    expect(cardExpiry.format(input)).toBe(formatted)
    expect(cardExpiry.check(formatted, 'visa', NOW)).toEqual({ complete, code })
  })
})

describe('the security code', () => {
  test.each([
    ['123', 'visa', '123', true],
    ['1234', 'visa', '123', true],
    ['123', 'amex', '123', false],
    ['1234', 'amex', '1234', true],
    ['12', 'unknown', '12', false],
  ])('%s on %s', (input, brand, formatted, complete) => {
    expect(RULES.cardCvc.format(input, brand)).toBe(formatted)
    expect(RULES.cardCvc.check(formatted, brand).complete).toBe(complete)
  })
})
