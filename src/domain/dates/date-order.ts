import type { DatePart } from '@/domain/dates/date-parts'

/** How a date of birth is asked for: its parts in the order of the reader, and an example in that order. */
export type BirthDateFormat = {
  order: DatePart[]
  example: string
}

const example: Record<DatePart, string> = { day: '14', month: '7', year: '1991' }

const isPart = (type: string): type is DatePart => type in example

/** The order in which readers of a locale (BCP 47) write a date in figures, with an example. */
export function buildBirthDateFormat(locale: string): BirthDateFormat {
  const format = new Intl.DateTimeFormat(`${locale}-u-ca-gregory`, { dateStyle: 'short' })
  const order = format
    .formatToParts()
    .map(({ type }) => type)
    .filter(isPart)
  return { order, example: order.map(part => example[part]).join(' ') }
}
