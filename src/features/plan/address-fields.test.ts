import { expect, it } from 'vitest'
import { findAddressFormat } from '@/domain/address/address-formats'
import { buildRows } from '@/features/plan/address-fields'

it.each([
  ['us', 'address|city state|postcode'],
  ['de', 'address|postcode city'],
  ['nl', 'address street_number|postcode city'],
  ['jp', 'postcode state|city|address'],
  ['ae', 'address|state'],
])('two short fields are side by side: %s', (country, rows) => {
  const { fields } = findAddressFormat(country)
  expect(
    buildRows(fields)
      .map(row => row.join(' '))
      .join('|'),
  ).toBe(rows)
})
