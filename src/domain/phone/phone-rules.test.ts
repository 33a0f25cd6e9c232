import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/metadata.max.json'
import { describe, expect, it } from 'vitest'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import { toDialDigits, toPhoneInput } from '@/domain/phone/parse-phone'
import {
  isPhoneMissing,
  listReadings,
  toStoredDigits,
  validatePhoneFormat,
} from '@/domain/phone/phone-rules'

const validateIn = (dialCode: string) => (phone: string) => validatePhoneFormat({ phone, dialCode })

describe('a phone number', () => {
  it.each([
    ['20 7946 0958', '2079460958'],
    [' +44 20 7946 0958', '442079460958'],
    ['0044 20 7946 0958', '442079460958'],
    ['+44 20 7946 0958 ext. 12', '442079460958'],
    ['020 7946 0958 x5', '02079460958'],
    ['20 7946 0958, extension 5', '2079460958'],
    ['', ''],
  ])('typed as "%s" is stored in digits, without a plus', (phone, digits) => {
    expect(toStoredDigits(phone)).toBe(digits)
  })

  it.each([
    ['+44 20 7946 0958', '+442079460958'],
    ['+44 (0)20 7946 0958', '+4402079460958'],
    ['0044-20-7946-0958', '+442079460958'],
    ['(+44) 20.7946.0958', '+442079460958'],
    ['tel:+44-20-7946-0958', '+442079460958'],
    ['\u202a+44 20 7946 0958\u202c', '+442079460958'],
    ['＋４４ ２０ ７９４６ ０９５８', '+442079460958'],
    ['٠٠٤٤٢٠٧٩٤٦٠٩٥٨', '+442079460958'],
    ['44 20 7946 0958+', '+442079460958'],
    ['0011 44 20 7946 0958', '+442079460958'],
    ['020/7946/0958', '02079460958'],
    ['(020) 7946 0958', '02079460958'],
    ['۰۹۱۲۳۴۵۶۷۸۹', '09123456789'],
    ['', ''],
  ])('typed as %s is dialled as %s', (input, number) => expect(toDialDigits(input)).toBe(number))

  it.each([
    ['20 7946 0958', '442079460958', 'gb', '20 7946 0958'],
    [null, '442079460958', '', '+442079460958'],
    [null, '2079460958', 'gb', '2079460958'],
    [null, '', 'gb', ''],
    [null, '+44 20', 'gb', '+44 20'],
    // A deleted number does not come back while the server still has it.
    ['', '442079460958', 'gb', ''],
  ])('is shown as it was typed: %j of %s', (phone_typed, phone, dialCode, expected) => {
    expect(toPhoneInput({ phone_typed, phone }, dialCode)).toBe(expected)
  })

  it.each([
    ['2079460958', 'gb', [{ text: '2079460958', country: 'GB' }, { text: '+2079460958' }]],
    ['+442079460958', 'us', [{ text: '+442079460958' }]],
    ['442079460958', '', [{ text: '+442079460958' }]],
  ])('%s with %j is read in its country first', (phone, dialCode, readings) => {
    expect(listReadings({ phone, dialCode })).toEqual(readings)
  })

  it.each([
    '',
    '  ',
    '020 7946 0958',
    '+44 (0)20 7946 0958',
    '4002',
    '٠٢٠٧٩٤٦٠٩٥٨',
    '+800 12345678',
    '+44 20 7946 0958 ext. 12',
    '020 7946 0958x5',
  ])('may be %j', phone => expect(validateIn('gb')(phone)).toBeUndefined())

  it.each([
    ['call me', 'letters'],
    ['0800 FLOWERS', 'letters'],
    ['020 7946 0958 ask for Jim', 'letters'],
    ['123', 'short'],
    ['+', 'short'],
    ['---', 'short'],
    ['+44', 'short'],
    ['1'.repeat(16), 'long'],
    ['+999 123 4567', 'code'],
    ['00 999 123 4567', 'code'],
  ])('cannot be %j: %s', (phone, key) => expect(validateIn('gb')(phone)).toBe(key))

  it('may begin with any existing calling code and with no other', () => {
    const codes = new Set<string>([
      ...getCountries().map(country => getCountryCallingCode(country)),
      ...Object.keys(metadata.nonGeographic ?? {}),
    ])
    expect(codes.size).toBeGreaterThan(200)
    const isCode = (digits: string) => [1, 2, 3].some(length => codes.has(digits.slice(0, length)))
    const starts = Array.from({ length: 1_000 }, (_, index) => String(index).padStart(3, '0'))
    const misreadCodes = starts
      .filter(start => !start.startsWith('0'))
      .filter(start => isCode(start) === (validateIn('gb')(`+${start}1234567`) === 'code'))
    expect(misreadCodes).toEqual([])
  })
})

describe('a courier', () => {
  const { customer } = emptyCheckout
  const printed = { category: 'physical', deliveryMethod: 'delivery', customer } as const

  it.each([
    ['a printed permit', printed, true],
    ['a digital permit', { ...printed, category: 'digital' }, false],
    ['a pick-up', { ...printed, deliveryMethod: 'pickupPoints' }, true],
    ['a known number', { ...printed, customer: { ...customer, phone: '442079460958' } }, false],
  ] as const)('needs a number for %s: %s', (_, state, expected) => {
    expect(isPhoneMissing(state)).toBe(expected)
  })
})
