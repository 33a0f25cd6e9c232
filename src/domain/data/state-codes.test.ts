import { expect, it } from 'vitest'
import { stateCodeOf } from '@/domain/data/state-codes'

it.each([
  ['us', 'TX', 'TX'],
  ['us', ' Texas ', 'TX'],
  ['us', 'new  york', 'NY'],
  ['us', 'N.Y.', 'NY'],
  ['ca', 'Québec', 'QC'],
  ['us', 'Oregon', 'OREGON'],
  ['de', 'Texas', 'TEXAS'],
])('in %s, %j is %s', (country, typed, code) => {
  expect(stateCodeOf(country, typed)).toBe(code)
})
