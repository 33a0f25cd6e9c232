import { usePage } from '@/client/checkout/checkout-provider'
import { isolateText } from '@/domain/input/bidi'

/**
 * Formats calendar days (`yyyy-mm-dd`) in the page's language, with Latin digits. The browser's
 * output may differ from the server's: use `suppressHydrationWarning`.
 */
export function useDates() {
  const { language, languageDir, dir } = usePage()
  const locale = `${language}-u-ca-gregory-nu-latn`
  const isolateInPage = (text: string) => isolateText(dir, text, languageDir)
  return {
    day: (day: string) =>
      isolateInPage(
        new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
          toUtcDate(day),
        ),
      ),
    range: (from: string, to: string) =>
      isolateInPage(
        new Intl.DateTimeFormat(locale, {
          weekday: 'short',
          day: 'numeric',
          month: 'short',
          timeZone: 'UTC',
        }).formatRange(toUtcDate(from), toUtcDate(to)),
      ),
  }
}

const toUtcDate = (day: string): Date => new Date(`${day}T00:00:00Z`)
