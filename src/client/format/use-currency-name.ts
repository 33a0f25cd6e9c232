import { usePage } from '@/client/checkout/checkout-provider'
import type { CurrencyCode } from '@/domain/data/currencies'

/**
 * The currency in a sentence: its code, or its name where the text is written from right to left. A
 * browser may name it differently from the server: use `suppressHydrationWarning`.
 */
export function useCurrencyName(): (currency: CurrencyCode) => string {
  const { language, dir } = usePage()
  return currency =>
    dir === 'rtl'
      ? (new Intl.DisplayNames(language, { type: 'currency' }).of(currency) ?? currency)
      : currency
}
