import { usePage } from '@/client/checkout/checkout-provider'
import type { CurrencyCode } from '@/domain/data/currencies'
import { nameCurrency } from '@/domain/pricing/money'

/** `nameCurrency` in the page's language. */
export function useCurrencyName(): (currency: CurrencyCode) => string {
  const page = usePage()
  return currency => nameCurrency(currency, page)
}
