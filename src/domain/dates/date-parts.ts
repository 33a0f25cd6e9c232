export type DatePart = 'day' | 'month' | 'year'
export type DateParts = Record<DatePart, string>

/** Splits a typed date, `year-month-day`; missing parts are empty. */
export function parseDateParts(input: string): DateParts {
  const [year = '', month = '', day = ''] = input.split('-')
  return { year, month, day }
}

/** Joins the typed parts; dashes are removed from a part, or it would split. */
export const formatDateParts = ({ year, month, day }: DateParts): string =>
  [year, month, day].map(part => part.replaceAll('-', '').trim()).join('-')
