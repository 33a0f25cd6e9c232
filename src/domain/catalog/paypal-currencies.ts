import type { CurrencyCode } from '@/domain/data/currencies'

/** PayPal does not support AED; INR and CNY are for accounts in India and China only. */
const unsupportedCurrencies = new Set<CurrencyCode>(['AED', 'INR', 'CNY'])

/** Whether an order in this currency can be paid with PayPal. */
export const isPaypalCurrency = (currency: CurrencyCode): boolean =>
  !unsupportedCurrencies.has(currency)
