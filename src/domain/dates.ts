export interface DateParts {
  year: string
  month: string
  day: string
}

/** The parts of a date as typed, `year-month-day`; parts not filled in are empty. */
export function partsOf(typed: string): DateParts {
  const [year = '', month = '', day = ''] = typed.split('-')
  return { year, month, day }
}

/** A date as stored, from its typed parts; dashes in a part would read as another part. */
export const typedDate = ({ year, month, day }: DateParts): string =>
  [year, month, day].map(part => part.trim().replaceAll('-', '')).join('-')

/** Whether the parts name a day of the calendar; the year has four digits. */
export function isRealDate(typed: string): boolean {
  const { year, month, day } = partsOf(typed)
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return false
  const date = new Date(Date.UTC(+year, +month - 1, +day))
  return date.getUTCMonth() === +month - 1 && date.getUTCDate() === +day
}

/** A typed date as `yyyy-mm-dd`; one that is no day of the calendar stays as typed. */
export function isoDate(typed: string): string {
  if (!isRealDate(typed)) return typed
  const { year, month, day } = partsOf(typed)
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
}

/** Whole years between two dates; negative for a birth still to come. */
export function ageOn(birth: string, today: string): number {
  const [born, now] = [partsOf(birth), partsOf(today)]
  const hadBirthday =
    +now.month > +born.month || (+now.month === +born.month && +now.day >= +born.day)
  return +now.year - +born.year - (hadBirthday ? 0 : 1)
}
