/** The eleven currencies the shop sells in. */
export const currencyCodes = [
  'USD',
  'EUR',
  'GBP',
  'CAD',
  'INR',
  'AED',
  'JPY',
  'AUD',
  'CNY',
  'SGD',
  'PLN',
] as const

export type CurrencyCode = (typeof currencyCodes)[number]

export const defaultCurrency: CurrencyCode = 'USD'

/** Whether the shop sells in this currency; codes are upper-case. */
export function isCurrency(code: unknown): code is CurrencyCode {
  return currencyCodes.some(currency => currency === code)
}

/** Minor units in one major unit of the currency: 1 for the yen, else 100. */
export const unitMultiplierOf = (code: CurrencyCode): 1 | 100 => (code === 'JPY' ? 1 : 100)
