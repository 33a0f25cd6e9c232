import { useIsHydrated } from '@/client/browser/use-is-hydrated'
import { usePage } from '@/client/checkout/checkout-provider'

/**
 * The customer's calendar day, `yyyy-mm-dd`. The server does not know the time zone: until the page
 * is hydrated it is the server's day.
 */
export function useToday(): string {
  const { today } = usePage()
  return useIsHydrated() ? toLocalDay(new Date()) : today
}

const toLocalDay = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
