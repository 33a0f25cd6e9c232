import { type DatePart, parseDateParts } from '@/domain/dates/date-parts'
import { ageOn, isRealDate, normalizeDate } from '@/domain/dates/dates'
import type { AnswerIssue } from '@/domain/input/field-issue'

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
