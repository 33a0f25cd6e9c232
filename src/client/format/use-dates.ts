import { usePage } from '@/client/checkout/checkout-provider'
import { formatDayRange, parseUtcDay } from '@/domain/dates/day-range'

/**
 * Formats calendar days (`yyyy-mm-dd`) in the page's language, with Latin digits. The browser's
 * output may differ from the server's: use `suppressHydrationWarning`.
 */
export function useDates() {
  const { language } = usePage()
  const locale = `${language}-u-ca-gregory-nu-latn`
  return {
    day: (day: string) => findFormat(locale, 'day').format(parseUtcDay(day)),
    range: (from: string, to: string) => formatDayRange(findFormat(locale, 'range'), from, to),
  }
}

const formatOptions = {
  day: { dateStyle: 'long', timeZone: 'UTC' },
  range: { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' },
} as const

/** By locale and kind: creating a format takes longer than rendering a step. */
const formats = new Map<string, Intl.DateTimeFormat>()

function findFormat(locale: string, kind: keyof typeof formatOptions): Intl.DateTimeFormat {
  const name = `${locale} ${kind}`
  const format = formats.get(name) ?? new Intl.DateTimeFormat(locale, formatOptions[kind])
  formats.set(name, format)
  return format
}
