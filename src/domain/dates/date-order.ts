import type { DatePart } from '@/domain/dates/date-parts'

/** The order of the fields of a date of birth in a locale, with an example. */
export type BirthDateFormat = {
  order: DatePart[]
  example: string
}

const example: Record<DatePart, string> = { day: '14', month: '7', year: '1991' }

const isPart = (type: string): type is DatePart => type in example

/** The order in which a locale (BCP 47) writes a numeric date, with an example. */
export function buildBirthDateFormat(locale: string): BirthDateFormat {
  const format = new Intl.DateTimeFormat(`${locale}-u-ca-gregory`, { dateStyle: 'short' })
  const order = format
    .formatToParts()
    .map(({ type }) => type)
    .filter(isPart)
  return { order, example: order.map(part => example[part]).join('\u00A0/\u00A0') }
}
