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

/** One of the eleven currencies the shop sells in (SPEC 3). */
export const currencyCode = z.enum(currencyCodes)

export type CurrencyCode = z.infer<typeof currencyCode>

export type Currency = {
  code: CurrencyCode
  sign: string
  name: string
  /** Minor units in one major unit: 100, for the yen 1. */
  unitMultiplier: 1 | 100
}

/** The currencies in the order the switcher lists them (SPEC 3). */
export const currencies: readonly Currency[] = [
  { code: 'USD', sign: '$', name: 'US Dollar', unitMultiplier: 100 },
  { code: 'EUR', sign: '€', name: 'Euro', unitMultiplier: 100 },
  { code: 'GBP', sign: '£', name: 'British Pound', unitMultiplier: 100 },
  { code: 'CAD', sign: 'CA$', name: 'Canadian Dollar', unitMultiplier: 100 },
  { code: 'INR', sign: '₹', name: 'Indian Rupee', unitMultiplier: 100 },
  { code: 'AED', sign: 'AED', name: 'UAE Dirham', unitMultiplier: 100 },
  { code: 'JPY', sign: '¥', name: 'Japanese Yen', unitMultiplier: 1 },
  { code: 'AUD', sign: 'A$', name: 'Australian Dollar', unitMultiplier: 100 },
  { code: 'CNY', sign: 'CN¥', name: 'Chinese Yuan', unitMultiplier: 100 },
  { code: 'SGD', sign: 'S$', name: 'Singapore Dollar', unitMultiplier: 100 },
  { code: 'PLN', sign: 'zł', name: 'Polish Zloty', unitMultiplier: 100 },
]

/** SPEC 9: default currency USD. */
export const defaultCurrency: CurrencyCode = 'USD'

/** Whether the shop sells in this currency; codes are upper-case. */
export function isCurrency(code: unknown): code is CurrencyCode {
  return currencyCode.safeParse(code).success
}

const unitMultipliers = Object.fromEntries(
  currencies.map(({ code, unitMultiplier }) => [code, unitMultiplier]),
) as Record<CurrencyCode, 1 | 100>

/** Minor units in one major unit of the currency. */
export function unitMultiplierOf(code: CurrencyCode): 1 | 100 {
  return unitMultipliers[code]
}
