/**
 * A deadline (ISO time) at midnight is the end of the day before: a moment of that day. Undefined at
 * another time of day. `isUtc` is for UTC instead of the machine's time zone.
 */
export function findEndedDay(deadline: string, { isUtc }: { isUtc: boolean }): string | undefined {
  const date = new Date(deadline)
  const minutes = isUtc
    ? date.getUTCHours() * 60 + date.getUTCMinutes()
    : date.getHours() * 60 + date.getMinutes()
  return minutes === 0 ? new Date(date.getTime() - 1).toISOString() : undefined
}
