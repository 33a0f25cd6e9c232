import { usePage } from '@/client/checkout/checkout-provider'
import type { CurrencyCode } from '@/domain/data/currencies'
import { formatPrice, type Minor, toMinor } from '@/domain/pricing/money'

/** Formats prices in the page's language: `minor` takes minor units, `major` takes major units. */
export function usePrices(currency: CurrencyCode) {
  const { language } = usePage()
  const minor = (amount: Minor) => formatPrice(amount, currency, language)
  return { minor, major: (amount: number) => minor(toMinor(amount, currency)) }
}
