/**
 * A deadline (ISO time) at midnight is the end of the day before: a moment of that day. Undefined at
 * another time of day. Without a time zone (IANA) it is that of the machine.
 */
export function findEndedDay(deadline: string, timeZone?: string): string | undefined {
  const date = new Date(deadline)
  const time = new Intl.DateTimeFormat('en', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
  return time.format(date) === '00:00' ? new Date(date.getTime() - 1).toISOString() : undefined
}
