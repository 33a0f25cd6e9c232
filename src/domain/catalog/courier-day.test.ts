import { expect, it } from 'vitest'
import { findCutoff, resolveCourierDay } from '@/domain/catalog/courier-day'

it.each([
  ['2026-11-20T15:59:59.999Z', '16:00', '2026-11-20'],
  ['2026-11-20T16:00:00.000Z', '16:00', '2026-11-21'],
  ['2026-12-31T23:00:00.000Z', '16:00', '2027-01-01'],
  ['2026-11-20T23:59:59.999Z', '24:00', '2026-11-20'],
  ['2026-11-21T00:00:00.000Z', '24:00', '2026-11-21'],
])('an order at %s with the cutoff %s counts for %s', (now, cutoff, day) => {
  expect(resolveCourierDay(new Date(now), cutoff)).toBe(day)
})

it('the cutoff at the end of a day is the next midnight', () => {
  expect(Date.parse(findCutoff('2026-11-20', '24:00'))).toBe(Date.parse('2026-11-21T00:00:00Z'))
})
