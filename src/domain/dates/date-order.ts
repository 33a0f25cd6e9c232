import type { DatePart } from '@/domain/dates/date-parts'

/** How a locale asks for a date of birth, and how it writes one. */
export type BirthDateFormat = {
  order: DatePart[]
  example: string
  /** Between the parts of a date in digits, such as a dot. */
  separator: string
}

const example: Record<DatePart, string> = { day: '14', month: '7', year: '1991' }

const isPart = (type: string): type is DatePart => type in example

/** By locale: a formatter takes longer than the rest of a page's properties. */
const formats = new Map<string, BirthDateFormat>()

/** The order and the sign with which a locale (BCP 47) writes a date in digits, with an example. */
export function findBirthDateFormat(locale: string): BirthDateFormat {
  const key = locale.toLowerCase()
  const format = formats.get(key) ?? buildBirthDateFormat(locale)
  formats.set(key, format)
  return format
}

function buildBirthDateFormat(locale: string): BirthDateFormat {
  const format = new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, { dateStyle: 'short' })
  const parts = format.formatToParts()
  const order = parts.map(({ type }) => type).filter(isPart)
  return {
    order,
    example: order.map(part => example[part]).join('\u00A0/\u00A0'),
    separator: parts.slice(1).find(({ type }) => type === 'literal')?.value ?? '/',
  }
}
