import { describe, expect, it } from 'vitest'
import { addressFormatOf } from '@/domain/address/address-formats'
import { isStateOf, stateCodeOf } from '@/domain/address/state-codes'

it.each([
  ['us', 'TX', 'TX'],
  ['us', ' Texas ', 'TX'],
  ['us', 'new  york', 'NY'],
  ['us', 'N.Y.', 'NY'],
  ['ca', 'Québec', 'QC'],
  ['us', 'Oregon', 'OR'],
  ['us', 'Calif', 'CALIF'],
  ['de', 'Texas', 'TEXAS'],
])('in %s, %j is %s', (country, typed, code) => {
  expect(stateCodeOf(country, typed)).toBe(code)
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
  ])('in %s, %j is one: %j', (country, typed, isOne) => {
    expect(isStateOf(country, typed)).toBe(isOne)
  })

  it('is chosen from 59 in the United States and 13 in Canada, by name', () => {
    const listed = (country: string) => addressFormatOf(country).states.map(({ name }) => name)
    expect([listed('us').length, listed('ca').length]).toEqual([59, 13])
    for (const names of [listed('us'), listed('ca')])
      expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')))
  })
})
