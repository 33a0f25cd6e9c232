import { expect, it } from 'vitest'
import { findEndedDay } from '@/domain/dates/day-end'

it.each([
  ['2026-11-26T24:00:00.000Z', '2026-11-26T23:59:59.999Z'],
  ['2026-11-27T00:00:00.000Z', '2026-11-26T23:59:59.999Z'],
  ['2026-11-26T16:00:00.000Z', undefined],
])('a deadline at midnight is the end of the day before: %s', (deadline, ended) => {
  expect(findEndedDay(deadline, { isUtc: true })).toBe(ended)
})

it('midnight of the machine’s zone counts without UTC', () => {
  const midnight = new Date(2026, 10, 27).toISOString()
  expect(new Date(findEndedDay(midnight, { isUtc: false }) ?? '').getDate()).toBe(26)
})
