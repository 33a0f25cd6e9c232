import type { CurrencyCode } from '@/domain/data/currencies'

/** PayPal knows no dirhams, and moves rupees and yuan only between accounts of India and of China. */
const notWithPaypal = new Set<CurrencyCode>(['AED', 'INR', 'CNY'])

/** Whether an order in this currency can be paid with PayPal. */
export const paypalTakes = (currency: CurrencyCode): boolean => !notWithPaypal.has(currency)
