import { expect, it } from 'vitest'
import { findAddressFormat } from '@/domain/address/address-formats'
import { findContradictedState } from '@/domain/address/state-postcodes'

it.each([
  ['us', '78701', 'TX', undefined],
  ['us', '78701-0001', 'texas', undefined],
  ['us', '97201', 'TX', 'Texas'],
  ['us', '97201', '', undefined],
  ['ca', 'K1A 0B1', 'ON', undefined],
  ['ca', 'H2Y 1C6', 'ON', 'Ontario'],
  ['au', '2000', 'NSW', undefined],
  ['au', '3000', 'NSW', 'New South Wales'],
  ['br', '01310-100', 'RJ', undefined],
])('in %s the postcode %s contradicts the state %s: %s', (country, postcode, state, expected) => {
  expect(findContradictedState({ postcode, state }, findAddressFormat(country))).toBe(expected)
})
