import type { CurrencyCode } from '@/domain/data/currencies'
import { lifetimeId, summerLifetimeId, urgentId } from '@/domain/plans'

type Prices = Record<CurrencyCode, number>

type PricedProduct = {
  id: number
  name: string
  category: 'physical' | 'digital' | 'urgent' | 'lifetime'
  /** Years the permit is valid; null for what is not sold by the year. */
  years: 1 | 2 | 3 | null
  /** Major units, as people read them. */
  prices: Prices
}

/** Every plan and the urgent extra with its price in each currency, in major units (SPEC 9). */
// biome-ignore format: a price table is read in columns
export const priceBook: readonly PricedProduct[] = [
  {
    id: 40, name: '1 Year Printed and Digital IDP', category: 'physical', years: 1,
    prices: { USD: 49, EUR: 45, GBP: 39, CAD: 67, INR: 3999, AED: 179, JPY: 7400, AUD: 75, CNY: 349, SGD: 65, PLN: 189 },
  },
  {
    id: 41, name: '2 Year Printed and Digital IDP', category: 'physical', years: 2,
    prices: { USD: 59, EUR: 55, GBP: 47, CAD: 81, INR: 4799, AED: 215, JPY: 8900, AUD: 89, CNY: 419, SGD: 79, PLN: 229 },
  },
  {
    id: 42, name: '3 Year Printed and Digital IDP', category: 'physical', years: 3,
    prices: { USD: 69, EUR: 65, GBP: 55, CAD: 95, INR: 5599, AED: 249, JPY: 10400, AUD: 105, CNY: 489, SGD: 92, PLN: 269 },
  },
  {
    id: 43, name: '1 Year Digital IDP', category: 'digital', years: 1,
    prices: { USD: 29, EUR: 27, GBP: 23, CAD: 39, INR: 2399, AED: 105, JPY: 4400, AUD: 45, CNY: 209, SGD: 39, PLN: 109 },
  },
  {
    id: 44, name: '2 Year Digital IDP', category: 'digital', years: 2,
    prices: { USD: 39, EUR: 36, GBP: 31, CAD: 53, INR: 3199, AED: 139, JPY: 5900, AUD: 59, CNY: 279, SGD: 52, PLN: 149 },
  },
  {
    id: 45, name: '3 Year Digital IDP', category: 'digital', years: 3,
    prices: { USD: 49, EUR: 45, GBP: 39, CAD: 67, INR: 3999, AED: 179, JPY: 7400, AUD: 75, CNY: 349, SGD: 65, PLN: 189 },
  },
  {
    id: urgentId, name: 'Urgent Processing', category: 'urgent', years: null,
    prices: { USD: 25, EUR: 23, GBP: 20, CAD: 34, INR: 1999, AED: 89, JPY: 3800, AUD: 38, CNY: 179, SGD: 33, PLN: 95 },
  },
  {
    id: lifetimeId, name: 'Lifetime IDP', category: 'lifetime', years: null,
    prices: { USD: 199, EUR: 185, GBP: 159, CAD: 269, INR: 15999, AED: 729, JPY: 29800, AUD: 299, CNY: 1429, SGD: 265, PLN: 769 },
  },
  {
    id: summerLifetimeId, name: 'Summer Lifetime IDP', category: 'lifetime', years: null,
    prices: { USD: 149, EUR: 139, GBP: 119, CAD: 199, INR: 11999, AED: 549, JPY: 22400, AUD: 225, CNY: 1069, SGD: 199, PLN: 575 },
  },
]
