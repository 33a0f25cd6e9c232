import * as z from 'zod/mini'

const currencyCodes = [
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

/** One of the eleven currencies the shop sells in. */
export const currencyCode = z.enum(currencyCodes)

export type CurrencyCode = z.infer<typeof currencyCode>

export const defaultCurrency: CurrencyCode = 'USD'

/** Whether the shop sells in this currency; codes are upper-case. */
export function isCurrency(code: unknown): code is CurrencyCode {
  return currencyCode.safeParse(code).success
}

/** Minor units in one major unit of the currency: 1 for the yen, else 100. */
export const unitMultiplierOf = (code: CurrencyCode): 1 | 100 => (code === 'JPY' ? 1 : 100)
