import { expect, it } from 'vitest'
import { findEndedDay } from '@/domain/dates/day-end'

it.each([
  ['2026-11-26T24:00:00.000Z', '2026-11-26T23:59:59.999Z'],
  ['2026-11-27T00:00:00.000Z', '2026-11-26T23:59:59.999Z'],
  ['2026-11-26T16:00:00.000Z', undefined],
])('a deadline at midnight is the end of the day before: %s', (deadline, ended) => {
  expect(findEndedDay(deadline, 'UTC')).toBe(ended)
})

it('midnight of the machine’s zone counts without UTC', () => {
  const midnight = new Date(2026, 10, 27).toISOString()
  expect(new Date(findEndedDay(midnight) ?? '').getDate()).toBe(26)
})

it('midnight is that of a named zone', () => {
  expect(findEndedDay('2026-11-26T21:00:00.000Z', 'Asia/Riyadh')).toBe('2026-11-26T20:59:59.999Z')
  expect(findEndedDay('2026-11-27T00:00:00.000Z', 'Asia/Riyadh')).toBeUndefined()
})
