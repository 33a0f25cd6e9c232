import { expect, it } from 'vitest'
import { addressFormatOf } from '@/domain/address/address-formats'
import { rowsOf } from '@/features/plan/address-fields'

it.each([
  ['us', 'address|city state|postcode'],
  ['de', 'address|postcode city'],
  ['nl', 'address street_number|postcode city'],
  ['jp', 'postcode state|city|address'],
  ['ae', 'address|state'],
])('two short fields stand side by side: %s', (country, rows) => {
  const { fields } = addressFormatOf(country)
  expect(
    rowsOf(fields)
      .map(row => row.join(' '))
      .join('|'),
  ).toBe(rows)
})
