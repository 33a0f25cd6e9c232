import { defaultLanguage } from '@/domain/data/default-language'
import { type DatePart, formatDateParts, parseDateParts } from '@/domain/dates/date-parts'
import { parseMonth } from '@/domain/dates/months'
import { normalizeText } from '@/domain/input/clean-input'
import type { AnswerIssue } from '@/domain/input/field-issue'

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

/** Permits are for adults; a higher age is a typo. */
const minAge = 18
const maxAge = 110

/** In the order of the error messages. */
const order: readonly DatePart[] = ['day', 'month', 'year']

/**
 * Why a typed date cannot be a driver's date of birth: missing parts first, then impossible, then
 * out of range; undefined if it can. `today` is `yyyy-mm-dd`; months may be named in the language.
 */
export function validateBirthDate(
  input: string,
  today: string,
  language?: string,
): AnswerIssue | undefined {
  const normalized = normalizeDate(input, language)
  const missingParts = order.filter(part => !parseDateParts(normalized)[part])
  if (missingParts.length === order.length) return { key: 'missing' }
  if (missingParts.length > 0) return { key: missingParts.join('_'), parts: missingParts }
  return validateCalendarDate(normalized) ?? validateAge(normalized, today)
}

function validateCalendarDate(date: string): AnswerIssue | undefined {
  const { day, month, year } = parseDateParts(date)
  if (!isNumberUpTo(31, day)) return { key: 'day_impossible', parts: ['day'] }
  if (!isNumberUpTo(12, month)) return { key: 'month_impossible', parts: ['month'] }
  if (!/^\d{4}$/.test(year)) return { key: 'year_impossible', parts: ['year'] }
  return isRealDate(date) ? undefined : { key: 'impossible', parts: ['day', 'month'] }
}

const isNumberUpTo = (max: number, text: string): boolean =>
  /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= max

function validateAge(date: string, today: string): AnswerIssue | undefined {
  const age = ageOn(date, today)
  const isLaterYear = Number(parseDateParts(date).year) > Number(parseDateParts(today).year)
  if (age < 0) return { key: 'future', ...(isLaterYear && { parts: ['year'] }) }
  if (age < minAge) return { key: 'young' }
  return age > maxAge ? { key: 'old', parts: ['year'] } : undefined
}
