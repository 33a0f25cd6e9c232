import type { CurrencyCode } from '@/domain/data/currencies'
import type { ShippingZone } from '@/server/db/seeds/shipping-zones'

export type ShippingRate = {
  code: 'dhl' | 'fedex' | 'post'
  name: string
  zone: ShippingZone
  /** Working days after dispatch. */
  min_delivery: number
  max_delivery: number
  /** Major units. */
  prices: Record<CurrencyCode, number>
}

const dhl = { code: 'dhl', name: 'DHL Express' } as const
const fedex = { code: 'fedex', name: 'FedEx International' } as const
const post = { code: 'post', name: 'Registered post' } as const

/** Price and delivery time of each shipping method by zone; prices in major units. */
// biome-ignore format: a price table is read in columns
export const shippingRates: readonly ShippingRate[] = [
  { ...dhl, zone: 'north_america', min_delivery: 2, max_delivery: 3,
    prices: { USD: 19, EUR: 17, GBP: 15, CAD: 26, INR: 1599, AED: 69, JPY: 2900, AUD: 29, CNY: 134, SGD: 25, PLN: 74 } },
  { ...fedex, zone: 'north_america', min_delivery: 2, max_delivery: 4,
    prices: { USD: 17, EUR: 16, GBP: 13, CAD: 23, INR: 1399, AED: 62, JPY: 2600, AUD: 26, CNY: 119, SGD: 23, PLN: 64 } },
  { ...post, zone: 'north_america', min_delivery: 5, max_delivery: 9,
    prices: { USD: 9, EUR: 8, GBP: 7, CAD: 12, INR: 799, AED: 33, JPY: 1400, AUD: 14, CNY: 64, SGD: 12, PLN: 36 } },

  { ...dhl, zone: 'europe', min_delivery: 3, max_delivery: 5,
    prices: { USD: 25, EUR: 23, GBP: 20, CAD: 34, INR: 2099, AED: 92, JPY: 3800, AUD: 38, CNY: 179, SGD: 34, PLN: 99 } },
  { ...fedex, zone: 'europe', min_delivery: 4, max_delivery: 6,
    prices: { USD: 23, EUR: 21, GBP: 18, CAD: 32, INR: 1899, AED: 84, JPY: 3500, AUD: 35, CNY: 164, SGD: 31, PLN: 89 } },
  { ...post, zone: 'europe', min_delivery: 8, max_delivery: 14,
    prices: { USD: 12, EUR: 11, GBP: 9, CAD: 16, INR: 999, AED: 44, JPY: 1800, AUD: 18, CNY: 84, SGD: 16, PLN: 47 } },

  { ...dhl, zone: 'uk', min_delivery: 3, max_delivery: 4,
    prices: { USD: 24, EUR: 22, GBP: 19, CAD: 33, INR: 1999, AED: 89, JPY: 3600, AUD: 36, CNY: 174, SGD: 32, PLN: 94 } },
  { ...fedex, zone: 'uk', min_delivery: 3, max_delivery: 5,
    prices: { USD: 22, EUR: 20, GBP: 17, CAD: 30, INR: 1799, AED: 79, JPY: 3300, AUD: 33, CNY: 159, SGD: 29, PLN: 84 } },
  { ...post, zone: 'uk', min_delivery: 7, max_delivery: 12,
    prices: { USD: 11, EUR: 10, GBP: 8, CAD: 15, INR: 899, AED: 40, JPY: 1700, AUD: 17, CNY: 79, SGD: 15, PLN: 43 } },

  { ...dhl, zone: 'asia_pacific', min_delivery: 3, max_delivery: 6,
    prices: { USD: 29, EUR: 27, GBP: 23, CAD: 40, INR: 2399, AED: 106, JPY: 4400, AUD: 44, CNY: 209, SGD: 39, PLN: 114 } },
  { ...fedex, zone: 'asia_pacific', min_delivery: 4, max_delivery: 7,
    prices: { USD: 27, EUR: 25, GBP: 21, CAD: 37, INR: 2299, AED: 99, JPY: 4100, AUD: 41, CNY: 194, SGD: 36, PLN: 104 } },
  { ...post, zone: 'asia_pacific', min_delivery: 9, max_delivery: 16,
    prices: { USD: 14, EUR: 13, GBP: 11, CAD: 19, INR: 1199, AED: 51, JPY: 2100, AUD: 21, CNY: 99, SGD: 19, PLN: 55 } },

  { ...dhl, zone: 'middle_east', min_delivery: 4, max_delivery: 6,
    prices: { USD: 31, EUR: 29, GBP: 24, CAD: 42, INR: 2599, AED: 114, JPY: 4700, AUD: 47, CNY: 224, SGD: 42, PLN: 122 } },
  { ...fedex, zone: 'middle_east', min_delivery: 5, max_delivery: 7,
    prices: { USD: 29, EUR: 27, GBP: 23, CAD: 40, INR: 2399, AED: 106, JPY: 4400, AUD: 44, CNY: 209, SGD: 39, PLN: 114 } },
  { ...post, zone: 'middle_east', min_delivery: 10, max_delivery: 18,
    prices: { USD: 15, EUR: 14, GBP: 12, CAD: 21, INR: 1299, AED: 55, JPY: 2300, AUD: 23, CNY: 109, SGD: 20, PLN: 59 } },

  { ...dhl, zone: 'rest', min_delivery: 5, max_delivery: 8,
    prices: { USD: 38, EUR: 35, GBP: 30, CAD: 52, INR: 3199, AED: 139, JPY: 5800, AUD: 58, CNY: 274, SGD: 51, PLN: 149 } },
  { ...fedex, zone: 'rest', min_delivery: 6, max_delivery: 9,
    prices: { USD: 35, EUR: 32, GBP: 28, CAD: 48, INR: 2899, AED: 129, JPY: 5300, AUD: 53, CNY: 249, SGD: 47, PLN: 139 } },
  { ...post, zone: 'rest', min_delivery: 12, max_delivery: 24,
    prices: { USD: 18, EUR: 17, GBP: 14, CAD: 25, INR: 1499, AED: 66, JPY: 2700, AUD: 27, CNY: 129, SGD: 24, PLN: 69 } },

  { ...post, zone: 'post_only', min_delivery: 15, max_delivery: 30,
    prices: { USD: 19, EUR: 18, GBP: 15, CAD: 26, INR: 1599, AED: 69, JPY: 2900, AUD: 29, CNY: 134, SGD: 25, PLN: 74 } },
]
