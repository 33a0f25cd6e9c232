/**
 * The day that an order or a photo counts for, `yyyy-mm-dd` in UTC: from the courier's cutoff (`HH:MM`,
 * UTC) on it is the next one.
 */
export function resolveCourierDay(now: Date, cutoff: string): string {
  const day = now.toISOString().slice(0, 10)
  return now.getTime() < Date.parse(findCutoff(day, cutoff))
    ? day
    : new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
}

/** The time (ISO) of the courier's cutoff on a day. */
export const findCutoff = (day: string, cutoff: string): string => `${day}T${cutoff}:00.000Z`

const dayMs = 86_400_000
