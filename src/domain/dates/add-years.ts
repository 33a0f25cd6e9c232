/** The same day and time so many years later; 29 February becomes 28 February in other years. */
export function addYears(date: Date, years: number): Date {
  const result = new Date(date.getTime())
  result.setUTCFullYear(date.getUTCFullYear() + years)
  if (result.getUTCMonth() !== date.getUTCMonth()) result.setUTCDate(0)
  return result
}
