/**
 * Two days (`yyyy-mm-dd`) as one text in a format of the time zone UTC. Arabic dates have commas of
 * their own, which in a range would separate a day from its weekday. A day stays in the line of its
 * month.
 */
export const formatDayRange = (format: Intl.DateTimeFormat, from: string, to: string): string =>
  format
    .formatRange(parseUtcDay(from), parseUtcDay(to))
    .replaceAll('،', '')
    .replace(/(?<=\d\.?) (?=\p{L})/gu, '\u00a0')

/** A day (`yyyy-mm-dd`) as the moment at which it begins in UTC. */
export const parseUtcDay = (day: string): Date => new Date(`${day}T00:00:00Z`)
