import { type DatePart, partsOf } from '@/domain/dates/date-parts'
import { ageOn, isRealDate, plainDate } from '@/domain/dates/dates'
import type { Wrong } from '@/domain/input/field-issue'

/** Permits are for adults; nobody is older than this. */
const youngest = 18
const oldest = 110

/** In the order they are asked. */
const order: readonly DatePart[] = ['day', 'month', 'year']

/** What keeps a typed date from being a driver's birth: missing, then impossible, then out of range. `today` is `yyyy-mm-dd`; months may be named in the language. */
export function birthDateWrong(typed: string, today: string, language?: string): Wrong | undefined {
  const plain = plainDate(typed, language)
  const missing = order.filter(part => !partsOf(plain)[part])
  if (missing.length === order.length) return { key: 'missing' }
  if (missing.length > 0) return { key: missing.join('_'), parts: missing }
  return impossible(plain) ?? outOfRange(plain, today)
}

function impossible(date: string): Wrong | undefined {
  const { day, month, year } = partsOf(date)
  if (!isNumberUpTo(31, day)) return { key: 'day_impossible', parts: ['day'] }
  if (!isNumberUpTo(12, month)) return { key: 'month_impossible', parts: ['month'] }
  if (!/^\d{4}$/.test(year)) return { key: 'year_impossible', parts: ['year'] }
  return isRealDate(date) ? undefined : { key: 'impossible', parts: ['day', 'month'] }
}

const isNumberUpTo = (most: number, text: string): boolean =>
  /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= most

function outOfRange(date: string, today: string): Wrong | undefined {
  const age = ageOn(date, today)
  const isLaterYear = Number(partsOf(date).year) > Number(partsOf(today).year)
  if (age < 0) return { key: 'future', ...(isLaterYear && { parts: ['year'] }) }
  if (age < youngest) return { key: 'young' }
  return age > oldest ? { key: 'old', parts: ['year'] } : undefined
}
