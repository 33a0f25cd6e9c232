import { lifetimeId, summerLifetimeId, urgentId } from '@/domain/catalog/plans'
import type { CurrencyCode } from '@/domain/data/currencies'

type Prices = Record<CurrencyCode, number>

export type PricedProduct = {
  id: number
  name: string
  category: 'physical' | 'digital' | 'urgent' | 'lifetime'
  /** Years the permit is valid; null for products without a term. */
  years: 1 | 2 | 3 | null
  /** Major units. */
  prices: Prices
}

/** Every plan and the urgent extra with its price in each currency, in major units. */
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

export type PricedTravelItem = {
  id: number
  /** Key of its picture and of its texts. */
  code: string
  name: string
  /** An item that is not on sale stays in the book under its id. */
  is_active: boolean
  /** Major units. */
  prices: Prices
}

/** Every travel item with its prices in major units. All of them fit the permit's parcel. */
// biome-ignore format: a price table is read in columns
export const travelPrices: readonly PricedTravelItem[] = [
  {
    id: 1, code: 'travel-wallet', name: 'Travel Wallet', is_active: true,
    prices: { USD: 19, EUR: 18, GBP: 15, CAD: 26, INR: 1599, AED: 69, JPY: 2900, AUD: 29, CNY: 135, SGD: 25, PLN: 74 },
  },
  {
    id: 2, code: 'phone-mount', name: 'Phone Mount', is_active: true,
    prices: { USD: 15, EUR: 14, GBP: 12, CAD: 20, INR: 1199, AED: 55, JPY: 2300, AUD: 23, CNY: 107, SGD: 20, PLN: 59 },
  },
  {
    id: 3, code: 'power-adapter', name: 'Power Adapter', is_active: true,
    prices: { USD: 22, EUR: 20, GBP: 18, CAD: 30, INR: 1799, AED: 80, JPY: 3300, AUD: 34, CNY: 157, SGD: 29, PLN: 86 },
  },
  {
    id: 4, code: 'permit-sleeve', name: 'Permit Sleeve', is_active: true,
    prices: { USD: 6, EUR: 5.5, GBP: 5, CAD: 8, INR: 499, AED: 22, JPY: 900, AUD: 9, CNY: 43, SGD: 8, PLN: 23 },
  },
  {
    id: 5, code: 'car-charger', name: 'Car Charger', is_active: true,
    prices: { USD: 14, EUR: 13, GBP: 11, CAD: 19, INR: 1149, AED: 51, JPY: 2100, AUD: 21, CNY: 99, SGD: 19, PLN: 55 },
  },
  {
    id: 6, code: 'charging-cable', name: 'Charging Cable', is_active: true,
    prices: { USD: 12, EUR: 11, GBP: 9.5, CAD: 16, INR: 999, AED: 44, JPY: 1800, AUD: 18, CNY: 85, SGD: 16, PLN: 47 },
  },
  {
    id: 7, code: 'safety-vest', name: 'Safety Vest', is_active: true,
    prices: { USD: 9, EUR: 8.5, GBP: 7, CAD: 12, INR: 749, AED: 33, JPY: 1400, AUD: 14, CNY: 64, SGD: 12, PLN: 35 },
  },
  {
    id: 8, code: 'parking-disc', name: 'Parking Disc', is_active: true,
    prices: { USD: 5, EUR: 4.5, GBP: 4, CAD: 7, INR: 399, AED: 18, JPY: 750, AUD: 7.5, CNY: 36, SGD: 6.5, PLN: 19 },
  },
  {
    id: 9, code: 'first-aid-kit', name: 'First Aid Kit', is_active: true,
    prices: { USD: 16, EUR: 15, GBP: 13, CAD: 22, INR: 1299, AED: 59, JPY: 2400, AUD: 25, CNY: 114, SGD: 21, PLN: 62 },
  },
  {
    id: 10, code: 'tyre-gauge', name: 'Tyre Pressure Gauge', is_active: true,
    prices: { USD: 11, EUR: 10, GBP: 9, CAD: 15, INR: 899, AED: 40, JPY: 1700, AUD: 17, CNY: 78, SGD: 15, PLN: 43 },
  },
  {
    id: 11, code: 'luggage-tag', name: 'Luggage Tag', is_active: true,
    prices: { USD: 8, EUR: 7.5, GBP: 6.5, CAD: 11, INR: 649, AED: 29, JPY: 1200, AUD: 12, CNY: 57, SGD: 10.5, PLN: 31 },
  },
  {
    id: 12, code: 'sim-case', name: 'SIM Card Case', is_active: true,
    prices: { USD: 7, EUR: 6.5, GBP: 5.5, CAD: 9.5, INR: 579, AED: 26, JPY: 1100, AUD: 10.5, CNY: 50, SGD: 9.5, PLN: 27 },
  },
  {
    id: 13, code: 'travel-pillow', name: 'Travel Pillow', is_active: false,
    prices: { USD: 18, EUR: 17, GBP: 14, CAD: 25, INR: 1499, AED: 66, JPY: 2700, AUD: 27, CNY: 128, SGD: 24, PLN: 70 },
  },
]
