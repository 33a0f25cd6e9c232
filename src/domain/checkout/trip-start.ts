import { parseUtcDay } from '@/domain/dates/day-range'
import type { FieldIssue } from '@/domain/input/field-issue'

/** The server's day is UTC: for some customers it is still the day before. */
const maxDaysPast = 1
const maxYearsAhead = 3

/** The first and last day on which a trip may start, all `yyyy-mm-dd`. */
export function tripStartRange(today: string): { earliest: string; latest: string } {
  const earliest = parseUtcDay(today)
  earliest.setUTCDate(earliest.getUTCDate() - maxDaysPast)
  const latest = parseUtcDay(today)
  latest.setUTCFullYear(latest.getUTCFullYear() + maxYearsAhead)
  return { earliest: toIsoDay(earliest), latest: toIsoDay(latest) }
}

/**
 * The issue of a new start of the trip, `yyyy-mm-dd` or empty. The stored one is accepted again: it
 * may have passed since.
 */
export function listTripStartIssues(
  tripStart: string | null | undefined,
  storedTripStart: string | null,
  today: string,
): FieldIssue[] {
  if (!tripStart || tripStart === storedTripStart) return []
  const reason = findReason(tripStart, tripStartRange(today))
  return reason ? [{ field: 'trip_start', message: `trip_start.${reason}` }] : []
}

function findReason(day: string, { earliest, latest }: ReturnType<typeof tripStartRange>) {
  if (!isCalendarDay(day)) return 'impossible'
  if (day < earliest) return 'past'
  return day > latest ? 'far' : undefined
}

function isCalendarDay(day: string): boolean {
  const date = parseUtcDay(day)
  return !Number.isNaN(date.getTime()) && toIsoDay(date) === day
}
const toIsoDay = (date: Date): string => date.toISOString().slice(0, 10)
