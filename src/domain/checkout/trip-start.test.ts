import { expect, it } from 'vitest'
import { listTripStartIssues, tripStartRange } from '@/domain/checkout/trip-start'

const today = '2026-11-26'

it('a trip starts between yesterday, for other time zones, and in three years', () =>
  expect(tripStartRange(today)).toEqual({ earliest: '2026-11-25', latest: '2029-11-26' }))

it.each([
  ['', null, []],
  [null, null, []],
  [undefined, '2026-12-01', []],
  ['2026-11-25', null, []],
  ['2029-11-26', null, []],
  ['2026-11-24', null, ['trip_start.past']],
  ['2029-11-27', null, ['trip_start.far']],
  ['2026-02-31', null, ['trip_start.impossible']],
  ['2026-13-01', null, ['trip_start.impossible']],
  ['26-12-1', null, ['trip_start.impossible']],
  // Stored when it was still ahead.
  ['2026-11-01', '2026-11-01', []],
] as const)('a trip on %s after %s has the issues %j', (tripStart, stored, messages) =>
  expect(listTripStartIssues(tripStart, stored, today).map(({ message }) => message)).toEqual(
    messages,
  ),
)
