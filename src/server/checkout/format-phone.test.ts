import { expect, it } from 'vitest'
import { emptyCustomer } from '@/domain/checkout/customer-schema'
import { formatPhone } from '@/server/checkout/format-phone'

it.each([
  ['20 7946 0958', '442079460958', 'gb', '+44 20 7946 0958'],
  ['+351 912 345 678', '351912345678', 'gb', '+351 912 345 678'],
  ['44 20 7946 0958', '442079460958', 'gb', '+44 20 7946 0958'],
  [null, '442079460958', 'gb', '+44 20 7946 0958'],
  ['00351 912 345 678', '351912345678', 'gb', '+351 912 345 678'],
  ['07400123456', '447400123456', 'gb', '+44 7400 123456'],
  ['+44 (0)20 7946 0958', '442079460958', 'gb', '+44 20 7946 0958'],
  ['(020) 7946 0958 ext. 12', '442079460958', 'gb', '+44 20 7946 0958'],
  ['5035550142', '5035550142', 'us', '+1 503 555 0142'],
  ['011 44 20 7946 0958', '442079460958', 'us', '+44 20 7946 0958'],
  ['٠٢٠٧٩٤٦٠٩٥٨', '442079460958', 'gb', '+44 20 7946 0958'],
  ['030 1234567', '49301234567', 'de', '+49 30 1234567'],
  // Italy dials the zero from abroad, too.
  ['06 1234567', '39061234567', 'it', '+39 06 123 4567'],
  [null, '351912345678', '', '+351 912 345 678'],
  // No numbering plan has numbers of this length.
  ['1', '1', 'de', '+49 1'],
  ['912', '912', '', '912'],
  ['', '', 'gb', ''],
])('is shown as dialled from abroad: %j', (phone_typed, phone, dialCode, expected) => {
  const customer = { ...emptyCustomer, phone_typed, phone }
  expect(formatPhone({ customer, dialCode })).toBe(expected)
})
