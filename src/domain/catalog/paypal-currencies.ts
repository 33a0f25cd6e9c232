import type { CurrencyCode } from '@/domain/data/currencies'

/** PayPal knows no dirhams, and moves rupees and yuan only between accounts of India and of China. */
const unsupportedCurrencies = new Set<CurrencyCode>(['AED', 'INR', 'CNY'])

/** Whether an order in this currency can be paid with PayPal. */
export const isPaypalCurrency = (currency: CurrencyCode): boolean =>
  !unsupportedCurrencies.has(currency)
