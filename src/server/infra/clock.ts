/** The calendar day in UTC, `yyyy-mm-dd`. */
export const toIsoDate = (now: Date): string => now.toISOString().slice(0, 10)
