import { describe, expect, it } from 'vitest'
import { emptyStoredState } from '@/domain/checkout/checkout-state'
import { toPhoneInput } from '@/domain/phone/parse-phone'
import {
  applyPhone,
  normalisePhone,
  resetTypedPhone,
  resolveDialCode,
  validatePhone,
} from '@/server/checkout/normalise-phone'

describe('a phone number', () => {
  /** Typed number, chosen country, stored number, and the shown country if it is another. */
  const examples: [string, string, string, string?][] = [
    ['020 7946 0958', 'gb', '442079460958'],
    ['20 7946 0958', 'gb', '442079460958'],
    ['(020) 7946-0958', 'gb', '442079460958'],
    ['011 44 20 7946 0958', 'us', '442079460958'],
    ['٠٥٠ ١٢٣ ٤٥٦٧', 'ae', '971501234567'],
    ['０９０ー１２３４ー５６７８', 'jp', '819012345678'],
    ['8 (912) 345-67-89', 'ru', '79123456789'],
    ['06 1234567', 'it', '39061234567'],
    ['030/123456', 'de', '4930123456'],
    ['212.555.2368', 'us', '12125552368'],
    ['1 212 555 2368', 'us', '12125552368'],
    ['', 'us', ''],
    // No numbering plan knows these: the typed digits are stored.
    ['555 0100 23', 'us', '555010023'],
    ['call me', 'us', ''],
    ['+44 20 7946 0958', 'us', '442079460958', 'gb'],
    ['+44 (0)20 7946 0958', 'us', '442079460958', 'gb'],
    ['0044 20 7946 0958', 'us', '442079460958', 'gb'],
    ['tel:+44-20-7946-0958', 'us', '442079460958', 'gb'],
    ['\u202a+44 20 7946 0958\u202c', 'us', '442079460958', 'gb'],
    ['+1 416 555 0123', 'us', '14165550123', 'ca'],
    ['44 20 7946 0958', 'us', '442079460958', 'gb'],
    ['442079460958', '', '442079460958', 'gb'],
    ['+44 0000 000 000', 'us', '440000000000', 'gb'],
    // These codes belong to no country of the list.
    ['+800 1234 5678', 'us', '80012345678'],
    ['+247 40123', 'us', '24740123'],
  ]

  it.each(examples)('%j with the country %j is stored as %s', (phone, dialCode, stored) =>
    expect(normalisePhone({ phone, dialCode })).toBe(stored),
  )

  it.each(examples)(
    'is read alike in the country that it is shown with: %j of %j',
    (phone, dialCode, stored) => {
      const shown = { phone, dialCode: resolveDialCode({ phone, dialCode }) }
      expect(normalisePhone(shown)).toBe(stored)
      expect(resolveDialCode(shown)).toBe(shown.dialCode)
    },
  )

  it.each(examples)(
    'is shown with its own calling code, else with the chosen one: %j of %j',
    (phone, dialCode, _, own = dialCode) => {
      expect(resolveDialCode({ phone, dialCode })).toBe(own)
    },
  )

  it('is computed only when a change has a number or a country, and the typed number stays', () => {
    const customer = { ...emptyStoredState.customer, phone_typed: '020 7946 0958' }
    const state = { ...emptyStoredState, customer, dialCode: 'gb' }
    expect(applyPhone(state, { customer: { email: 'ana@example.com' } })).toBe(state)
    expect(applyPhone(state, { dialCode: 'gb' }).customer).toEqual({
      ...customer,
      phone: '442079460958',
    })
  })

  it.each([
    ['+1 202 555 0123', 'us', '+12025550123'],
    ['12025550123', 'us', '+12025550123'],
    ['2025550123', 'us', '+12025550123'],
    ['+44 20 7946 0958', 'us', '+442079460958'],
    ['442079460958', '', '+442079460958'],
    ['555 0100 23', 'us', '555010023'],
  ])('that a call sets is shown once with its plus: %j of %j', (phone, dialCode, expected) => {
    const state = { ...emptyStoredState, dialCode }
    const change = { customer: resetTypedPhone({ phone }) }
    expect(toPhoneInput(applyPhone(state, change).customer, dialCode)).toBe(expected)
  })
})

describe('an invalid number', () => {
  it.each([
    ['12345', 'us', 'short'],
    ['555 1234', 'us', 'short'],
    ['+1 212 555 23681', 'us', 'long'],
    ['212 555 236 8111', 'us', 'long'],
    ['+376 222 2222', 'us', 'length'],
    ['+999 123 4567', 'us', 'code'],
    ['12345678', 'aq', 'country'],
    ['912345678', '', 'country'],
  ])('%s with the country %j gives the reason %s', (phone, dialCode, key) => {
    expect(validatePhone({ phone, dialCode })).toBe(key)
  })

  it('gives no reason when the number is empty', () => {
    expect(validatePhone({ phone: '', dialCode: '' })).toBeUndefined()
  })
})
