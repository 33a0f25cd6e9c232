import { describe, expect, it } from 'vitest'
import { countryCodes } from '@/domain/data/country-codes'
import type { CurrencyCode } from '@/domain/data/currencies'
import { currencies } from '@/domain/data/currency-names'
import { shippingRates } from '@/server/db/seeds/shipping'
import { shippingZones } from '@/server/db/seeds/shipping-zones'

/** Countries without delivery: embargoed countries, Antarctica and uninhabited islands. */
const undeliverableCountries: readonly string[] = [
  'AQ',
  'BV',
  'GS',
  'HM',
  'IO',
  'IR',
  'KP',
  'SY',
  'TF',
  'UM',
]

const codes = currencies.map(({ code }) => code)
const zones = [...new Set(Object.values(shippingZones))]

function priceOf(code: string, zone: string, currency: CurrencyCode): number | undefined {
  return shippingRates.find(rate => rate.code === code && rate.zone === zone)?.prices[currency]
}

describe('shipping zones', () => {
  it.each(countryCodes)('%s has a zone, or is listed as undeliverable', country => {
    expect(country in shippingZones).toBe(!undeliverableCountries.includes(country))
  })

  it('contain only countries', () => {
    const allCountries: readonly string[] = countryCodes
    expect(Object.keys(shippingZones).filter(country => !allCountries.includes(country))).toEqual(
      [],
    )
    expect(Object.keys(shippingZones)).toHaveLength(
      allCountries.length - undeliverableCountries.length,
    )
  })

  it.each([
    ['US', 'north_america'],
    ['GB', 'uk'],
    ['DE', 'europe'],
    ['JP', 'asia_pacific'],
    ['AE', 'middle_east'],
    ['BR', 'rest'],
    ['RU', 'post_only'],
  ] as const)('%s is in %s', (country, zone) => expect(shippingZones[country]).toBe(zone))
})

describe('shipping rates', () => {
  it.each(zones)('%s has each of its shipping methods once', zone => {
    const offered = shippingRates.filter(rate => rate.zone === zone).map(rate => rate.code)
    expect(offered).toEqual(zone === 'post_only' ? ['post'] : ['dhl', 'fedex', 'post'])
  })

  it.each(shippingRates)('$code to $zone has a price in every currency', ({ prices }) => {
    expect(Object.keys(prices).sort()).toEqual([...codes].sort())
    expect(Object.values(prices).every(price => price > 0)).toBe(true)
    expect(Number.isInteger(prices.JPY)).toBe(true)
  })

  it.each(shippingRates)('$code to $zone takes whole working days', rate => {
    expect(Number.isInteger(rate.min_delivery) && rate.min_delivery > 0).toBe(true)
    expect(Number.isInteger(rate.max_delivery)).toBe(true)
    expect(rate.max_delivery).toBeGreaterThanOrEqual(rate.min_delivery)
  })

  it.each(zones.filter(zone => zone !== 'post_only'))('faster methods to %s cost more', zone => {
    for (const currency of codes) {
      expect(priceOf('dhl', zone, currency)).toBeGreaterThan(priceOf('fedex', zone, currency) ?? 0)
      expect(priceOf('fedex', zone, currency)).toBeGreaterThan(priceOf('post', zone, currency) ?? 0)
    }
  })
})
