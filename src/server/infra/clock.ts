/** The calendar day in UTC, `yyyy-mm-dd`. */
export const todayOf = (now: Date): string => now.toISOString().slice(0, 10)
