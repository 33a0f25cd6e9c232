import { usePage } from '@/client/checkout/checkout-provider'
import type { CurrencyCode } from '@/domain/data/currencies'
import { formatAmount, type Minor, resolvePriceFormat, toMinor } from '@/domain/pricing/money'

/** Formats prices in the page's language: `minor` takes minor units, `major` takes major units. */
export function usePrices(currency: CurrencyCode) {
  const { language, priceFormat } = usePage()
  const format =
    priceFormat.currency === currency ? priceFormat : resolvePriceFormat(currency, language)
  const minor = (amount: Minor) => formatAmount(amount, format)
  return { minor, major: (amount: number) => minor(toMinor(amount, currency)) }
}
