import type { DatePart, DateParts } from '@/domain/dates/date-parts'

/** How a locale asks for a date of birth, and how it writes one. */
export type BirthDateFormat = {
  order: DatePart[]
  example: string
  /** A date in the locale's digits and signs, such as `dd.mm.yyyy`. */
  pattern: string
}

const example: Record<DatePart, string> = { day: '14', month: '7', year: '1991' }

const isPart = (type: string): type is DatePart => type in example

/** The order and the signs with which a locale (BCP 47) writes a numeric date, with an example. */
export function buildBirthDateFormat(locale: string): BirthDateFormat {
  const format = new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, { timeZone: 'UTC' })
  const parts = format.formatToParts(dayOfOneDigit)
  const order = parts.map(({ type }) => type).filter(isPart)
  return {
    order,
    example: order.map(part => example[part]).join('\u00A0/\u00A0'),
    pattern: parts
      .map(({ type, value }) => (isPart(type) ? letters[type].repeat(value.length) : value))
      .join(''),
  }
}

/** Shows which locales write a zero before a day or month of one digit. */
const dayOfOneDigit = Date.UTC(1991, 2, 4)

const letters: Record<DatePart, string> = { day: 'd', month: 'm', year: 'y' }

/**
 * A typed date as a pattern writes it. Server and browser agree on it, because the pattern is in the
 * page.
 */
export const writeDate = ({ day, month, year }: DateParts, pattern: string): string =>
  pattern.replace(/d+|m+|y+/g, run => {
    const part = run.startsWith('d') ? day : run.startsWith('m') ? month : year
    return part.padStart(run.length, '0')
  })
