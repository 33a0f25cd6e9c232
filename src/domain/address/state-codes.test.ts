import { describe, expect, it } from 'vitest'
import { findAddressFormat, isKnownState, resolveStateCode } from '@/domain/address/address-formats'

it.each([
  ['us', 'TX', 'TX'],
  ['us', ' Texas ', 'TX'],
  ['us', 'new  york', 'NY'],
  ['us', 'N.Y.', 'NY'],
  ['ca', 'Québec', 'QC'],
  ['us', 'Oregon', 'OR'],
  ['us', 'Calif', 'CALIF'],
  ['de', 'Texas', 'TEXAS'],
])('in %s, %j is %s', (country, input, code) => {
  expect(resolveStateCode(country, input)).toBe(code)
})

describe('a state', () => {
  it.each([
    ['us', 'CA', true],
    ['us', 'c.a.', true],
    ['us', 'California', true],
    ['us', 'Calif', false],
    ['us', 'Cal.', false],
    ['us', 'XX', false],
    ['us', '\u0643\u0627\u0644\u064a\u0641\u0648\u0631\u0646\u064a\u0627', false],
    ['us', 'constructor', false],
    ['us', 'ON', false],
    ['ca', 'ON', true],
    ['ca', 'Québec', true],
    ['ca', 'CA', false],
    ['au', 'Anything', true],
  ])('in %s, %j is listed: %j', (country, input, isKnown) => {
    expect(isKnownState(country, input)).toBe(isKnown)
  })

  it('has a list of 59 in the United States and 13 in Canada, by name', () => {
    const listStateNames = (country: string) =>
      findAddressFormat(country).states.map(({ name }) => name)
    expect([listStateNames('us').length, listStateNames('ca').length]).toEqual([59, 13])
    for (const names of [listStateNames('us'), listStateNames('ca')])
      expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')))
  })
})
