import { describe, expect, it } from 'vitest'
import type { CurrencyCode } from '@/domain/data/currencies'
import { currencies } from '@/domain/data/currency-names'
import { priceBook } from '@/server/db/seeds/price-book'

const codes = currencies.map(({ code }) => code)

function priceOf(id: number, currency: CurrencyCode): number {
  const product = priceBook.find(row => row.id === id)
  if (!product) throw new Error(`product ${id} is not in the price book`)
  return product.prices[currency]
}

describe('price book', () => {
  it('contains each plan once, under its fixed id', () => {
    expect(priceBook.map(({ id, category, years }) => [id, category, years])).toEqual([
      [40, 'physical', 1],
      [41, 'physical', 2],
      [42, 'physical', 3],
      [43, 'digital', 1],
      [44, 'digital', 2],
      [45, 'digital', 3],
      [60, 'urgent', null],
      [62, 'lifetime', null],
      [96, 'lifetime', null],
    ])
  })

  it.each(priceBook)('$name has a price in every currency', ({ prices }) => {
    expect(Object.keys(prices).sort()).toEqual([...codes].sort())
    expect(Object.values(prices).every(price => price > 0)).toBe(true)
  })

  it('has whole prices in yen', () => {
    expect(priceBook.every(({ prices }) => Number.isInteger(prices.JPY))).toBe(true)
  })

  it('has the published prices in dollars', () => {
    expect(priceBook.map(({ prices }) => prices.USD)).toEqual([
      49, 59, 69, 29, 39, 49, 25, 199, 149,
    ])
  })

  it.each(codes)('in %s more years cost more, but less per year', currency => {
    for (const [oneYear, twoYears, threeYears] of [
      [40, 41, 42],
      [43, 44, 45],
    ] as const) {
      const oneYearPrice = priceOf(oneYear, currency)
      expect(priceOf(twoYears, currency)).toBeGreaterThan(oneYearPrice)
      expect(priceOf(threeYears, currency)).toBeGreaterThan(priceOf(twoYears, currency))
      expect(priceOf(twoYears, currency)).toBeLessThan(2 * oneYearPrice)
      expect(priceOf(threeYears, currency) / 3).toBeLessThan(priceOf(twoYears, currency) / 2)
    }
  })

  it.each(codes)('in %s digital costs less than printed for the same years', currency => {
    for (const [digital, physical] of [
      [43, 40],
      [44, 41],
      [45, 42],
    ] as const)
      expect(priceOf(digital, currency)).toBeLessThan(priceOf(physical, currency))
  })

  it.each(codes)('in %s lifetime costs more than any plan, and less in summer', currency => {
    expect(priceOf(96, currency)).toBeGreaterThan(priceOf(42, currency))
    expect(priceOf(96, currency)).toBeLessThan(priceOf(62, currency))
    expect(priceOf(60, currency)).toBeLessThan(priceOf(43, currency))
  })
})
