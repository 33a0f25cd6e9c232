import { defaultLanguage } from '@/domain/data/default-language'
import { formatDateParts, parseDateParts } from '@/domain/dates/date-parts'
import { parseMonth } from '@/domain/dates/months'
import { normalizeText } from '@/domain/input/clean-input'

/**
 * Converts every part of a typed date that is readable as a number: `1991-März-１４` is `1991-3-14`.
 */
export function normalizeDate(input: string, language: string = defaultLanguage): string {
  if (!input) return input
  const { year, month, day } = parseDateParts(input)
  const number = normalizeNumber(month)
  const monthNumber = isDigits(number) ? undefined : parseMonth(month, language)
  return formatDateParts({
    year: normalizeNumber(year),
    month: monthNumber ? String(monthNumber) : number,
    day: normalizeNumber(day),
  })
}

/** Removes the dot or sign that some languages write after a number in a date: `14.`, `3月`. */
const normalizeNumber = (part: string): string =>
  normalizeText(part).replace(/^(\d+)\s*[.年月日년월일]$/, '$1')

const isDigits = (text: string): boolean => /^\d+$/.test(text)

/** Whether the parts are a day of the calendar; the year has four digits. */
export function isRealDate(input: string): boolean {
  const { year, month, day } = parseDateParts(input)
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return false
  const date = new Date(Date.UTC(+year, +month - 1, +day))
  return date.getUTCMonth() === +month - 1 && date.getUTCDate() === +day
}

/** Whether all parts are typed, as numbers, and are no day of the calendar: `1991-2-31`. */
export const isImpossibleDate = (input: string): boolean =>
  /^\d{4,}-\d+-\d+$/.test(input) && !isRealDate(input)

/** A typed date as `yyyy-mm-dd`; one that is no day of the calendar is returned as typed. */
export function normalizeToIsoDate(input: string, language?: string): string {
  const normalized = normalizeDate(input, language)
  if (!isRealDate(normalized)) return input
  const { year, month, day } = parseDateParts(normalized)
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
}

/** Full years between two dates; negative for a birth in the future. */
export function ageOn(birth: string, today: string): number {
  const [birthParts, todayParts] = [parseDateParts(birth), parseDateParts(today)]
  const hadBirthday =
    +todayParts.month > +birthParts.month ||
    (+todayParts.month === +birthParts.month && +todayParts.day >= +birthParts.day)
  return +todayParts.year - +birthParts.year - (hadBirthday ? 0 : 1)
}
