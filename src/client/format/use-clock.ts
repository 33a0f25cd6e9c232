import { useIsHydrated } from '@/client/browser/use-is-hydrated'
import { usePage } from '@/client/checkout/checkout-provider'
import { findEndedDay } from '@/domain/dates/day-end'

/**
 * Formats times (ISO) in the page's language, with Latin digits, and in the customer's time zone. The
 * server does not know the zone: until the page is hydrated it is UTC, named (`isLocal` is false).
 */
export function useClock() {
  const { language } = usePage()
  const isLocal = useIsHydrated()
  const locale = `${language}-u-ca-gregory-nu-latn`
  const zone = isLocal ? {} : ({ timeZone: 'UTC', timeZoneName: 'short' } as const)
  const formatDate = (at: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, options).format(new Date(at))
  const format = (at: string, options: Intl.DateTimeFormatOptions) =>
    formatDate(at, { ...options, ...zone })
  return {
    isLocal,
    /** Whether it is on the customer's calendar day of today; false while that is not known. */
    isToday: (at: string) => isLocal && new Date(at).toDateString() === new Date().toDateString(),
    /** A calendar day; without the zone's name, because few days differ. */
    day: (at: string) =>
      formatDate(at, { dateStyle: 'long', ...(!isLocal && { timeZone: 'UTC' }) }),
    /** A moment of the day that a deadline at midnight ends; undefined at another time of day. */
    endedDay: (at: string) => findEndedDay(at, isLocal ? undefined : 'UTC'),
    shortDay: (at: string) => format(at, dayOptions),
    time: (at: string) => format(at, timeOptions),
    dayAndTime: (at: string) => format(at, { ...dayOptions, ...timeOptions }),
  }
}

const timeOptions = { hour: 'numeric', minute: '2-digit' } as const
const dayOptions = { weekday: 'short', day: 'numeric', month: 'short' } as const
