import type { CurrencyCode } from '@/domain/data/currencies'

export interface Currency {
  code: CurrencyCode
  sign: string
  name: string
}

/**
 * The currencies in the order of the switcher. Separate from their codes, which every page imports.
 */
export const currencies: readonly Currency[] = [
  { code: 'USD', sign: '$', name: 'US Dollar' },
  { code: 'EUR', sign: '€', name: 'Euro' },
  { code: 'GBP', sign: '£', name: 'British Pound' },
  { code: 'CAD', sign: 'CA$', name: 'Canadian Dollar' },
  { code: 'INR', sign: '₹', name: 'Indian Rupee' },
  { code: 'AED', sign: 'AED', name: 'UAE Dirham' },
  { code: 'JPY', sign: '¥', name: 'Japanese Yen' },
  { code: 'AUD', sign: 'A$', name: 'Australian Dollar' },
  { code: 'CNY', sign: 'CN¥', name: 'Chinese Yuan' },
  { code: 'SGD', sign: 'S$', name: 'Singapore Dollar' },
  { code: 'PLN', sign: 'zł', name: 'Polish Zloty' },
]
