import { defaultLanguage } from '@/domain/data/default-language'
import { partsOf, typedDate } from '@/domain/dates/date-parts'
import { monthNamed } from '@/domain/dates/months'
import { plainText } from '@/domain/input/clean-input'

/** A typed date with every part that can be read as a number written as one: `1991-März-１４` is `1991-3-14`. */
export function plainDate(typed: string, language: string = defaultLanguage): string {
  if (!typed) return typed
  const { year, month, day } = partsOf(typed)
  const number = plainNumber(month)
  const named = isDigits(number) ? undefined : monthNamed(month, language)
  return typedDate({
    year: plainNumber(year),
    month: named ? String(named) : number,
    day: plainNumber(day),
  })
}

/** Without the dot or the sign that some languages write behind each number of a date: `14.`, `3月`. */
const plainNumber = (part: string): string =>
  plainText(part).replace(/^(\d+)\s*[.年月日년월일]$/, '$1')

const isDigits = (text: string): boolean => /^\d+$/.test(text)

/** Whether the parts name a day of the calendar; the year has four digits. */
export function isRealDate(typed: string): boolean {
  const { year, month, day } = partsOf(typed)
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return false
  const date = new Date(Date.UTC(+year, +month - 1, +day))
  return date.getUTCMonth() === +month - 1 && date.getUTCDate() === +day
}

/** A typed date as `yyyy-mm-dd`; one that is no day of the calendar stays as typed. */
export function isoDate(typed: string, language?: string): string {
  const plain = plainDate(typed, language)
  if (!isRealDate(plain)) return typed
  const { year, month, day } = partsOf(plain)
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
}

/** Whole years between two dates; negative for a birth still to come. */
export function ageOn(birth: string, today: string): number {
  const [born, now] = [partsOf(birth), partsOf(today)]
  const hadBirthday =
    +now.month > +born.month || (+now.month === +born.month && +now.day >= +born.day)
  return +now.year - +born.year - (hadBirthday ? 0 : 1)
}
