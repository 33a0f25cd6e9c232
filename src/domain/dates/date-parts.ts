export type DatePart = 'day' | 'month' | 'year'
export type DateParts = Record<DatePart, string>

/** The parts of a date as typed, `year-month-day`; parts not filled in are empty. */
export function parseDateParts(input: string): DateParts {
  const [year = '', month = '', day = ''] = input.split('-')
  return { year, month, day }
}

/** A date as stored, from its typed parts; dashes in a part would read as another part. */
export const formatDateParts = ({ year, month, day }: DateParts): string =>
  [year, month, day].map(part => part.replaceAll('-', '').trim()).join('-')
