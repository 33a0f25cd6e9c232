import { describe, expect, it } from 'vitest'
import type { CurrencyCode } from '@/domain/data/currencies'
import { currencies } from '@/domain/data/currency-names'
import {
  checkPrices,
  isFault,
  maxRatioDeviationPercent,
  type PricedLine,
} from '@/domain/pricing/price-checks'

/** Prices of a made-up shop with exact ratios to the dollar. */
const perDollar: Record<CurrencyCode, number> = {
  USD: 1,
  EUR: 0.9,
  GBP: 0.8,
  CAD: 1.4,
  INR: 80,
  AED: 3.7,
  JPY: 150,
  AUD: 1.5,
  CNY: 7,
  SGD: 1.3,
  PLN: 4,
}

const convertToAll = (dollars: number) =>
  Object.fromEntries(
    currencies.map(({ code }) => [code, Math.round(dollars * perDollar[code] * 100) / 100]),
  ) as Record<CurrencyCode, number>

const buildLine = (name: string, dollars: number, plan: Partial<PricedLine> = {}): PricedLine => ({
  name,
  prices: convertToAll(dollars),
  ...plan,
})

const oneYear = buildLine('one year', 40, { category: 'physical', years: 1 })
const twoYears = buildLine('two years', 60, { category: 'physical', years: 2 })
const digital = buildLine('digital', 20, { category: 'digital', years: 1 })
const lifetime = buildLine('lifetime', 200, { category: 'lifetime', years: null })
const urgent = buildLine('urgent', 30, { category: 'urgent', years: null })
const courier = buildLine('courier', 10)
const book = [oneYear, twoYears, digital, lifetime, urgent, courier]

/** The book with one price changed. */
const withPrice = (name: string, currency: CurrencyCode, price: number | undefined) =>
  book.map(entry =>
    entry.name === name
      ? ({ ...entry, prices: { ...entry.prices, [currency]: price } } as PricedLine)
      : entry,
  )

describe('a price book', () => {
  it('without errors has no findings', () => {
    expect(checkPrices(book)).toEqual([])
  })

  it('that is empty has no findings', () => {
    expect(checkPrices([])).toEqual([])
  })
})

describe('a price that cannot be charged', () => {
  it.each<[string, CurrencyCode, number | undefined, string]>([
    ['a missing price', 'PLN', undefined, 'missing'],
    ['a missing price in dollars', 'USD', undefined, 'missing'],
    ['zero', 'EUR', 0, 'not_positive'],
    ['a negative price', 'CNY', -70, 'not_positive'],
    ['not a number', 'INR', Number.NaN, 'not_positive'],
    ['infinity', 'INR', Number.POSITIVE_INFINITY, 'not_positive'],
    ['a fraction of a yen', 'JPY', 1500.5, 'too_fine'],
    ['a fraction of a cent', 'GBP', 7.999, 'too_fine'],
  ])('is a fault: %s', (_, currency, price, kind) => {
    const findings = checkPrices(withPrice('courier', currency, price))
    expect(findings).toEqual([{ kind, line: 'courier', currency }])
    expect(findings.every(isFault)).toBe(true)
  })

  it.each<[CurrencyCode, number]>([
    ['USD', 9.99],
    ['USD', 10.01],
    ['EUR', 8.95],
    ['GBP', 8.29],
    ['INR', 799.99],
  ])('is not a fault in whole cents: %s %d', (currency, price) => {
    expect(checkPrices(withPrice('courier', currency, price))).toEqual([])
  })

  it('is listed before the hints', () => {
    const findings = checkPrices([
      ...withPrice('courier', 'PLN', undefined),
      buildLine('odd', 10, { prices: { ...convertToAll(10), GBP: 80 } }),
    ])
    expect(findings.map(({ kind }) => kind)).toEqual(['missing', 'odd_ratio'])
  })
})

describe('a price that looks wrong', () => {
  it.each<[string, string, CurrencyCode, number, object]>([
    ['a misplaced decimal point', 'urgent', 'INR', 240, { kind: 'odd_ratio', percent: -90 }],
    ['a digit too many', 'urgent', 'JPY', 45_000, { kind: 'odd_ratio', percent: 900 }],
    ['the dollar price copied', 'urgent', 'AED', 30, { kind: 'odd_ratio', percent: -73 }],
    ['higher by more than the threshold', 'courier', 'PLN', 45, { kind: 'odd_ratio', percent: 13 }],
    ['lower by more than the threshold', 'courier', 'PLN', 35, { kind: 'odd_ratio', percent: -12 }],
  ])('is only a hint: %s', (_, name, currency, price, expected) => {
    const findings = checkPrices(withPrice(name, currency, price))
    expect(findings).toEqual([{ line: name, currency, ...expected }])
    expect(findings.some(isFault)).toBe(false)
  })

  it(`is not reported up to ${maxRatioDeviationPercent} percent from the others`, () => {
    expect(checkPrices(withPrice('courier', 'PLN', 44.8))).toEqual([])
    expect(checkPrices(withPrice('courier', 'PLN', 35.2))).toEqual([])
  })

  it('in dollars gives a hint in every other currency', () => {
    const findings = checkPrices(withPrice('courier', 'USD', 100))
    expect(findings.map(({ kind, line }) => `${kind} ${line}`)).toEqual(
      Array.from({ length: currencies.length - 1 }, () => 'odd_ratio courier'),
    )
  })
})

describe('the prices of two plans', () => {
  it.each<[string, string, CurrencyCode, number, string]>([
    ['more years for less', 'two years', 'CAD', 55.99, 'one year'],
    ['a lifetime for less than some years', 'lifetime', 'EUR', 53, 'two years'],
  ])('give a hint: %s', (_, name, currency, price, than) => {
    const findings = checkPrices(withPrice(name, currency, price))
    expect(findings).toContainEqual({ kind: 'cheaper_than_shorter', line: name, currency, than })
    expect(findings.some(isFault)).toBe(false)
  })

  it('give a hint if digital costs more than printed', () => {
    const findings = checkPrices(withPrice('digital', 'SGD', 52.01))
    expect(findings).toContainEqual({
      kind: 'dearer_than_printed',
      line: 'digital',
      currency: 'SGD',
      than: 'one year',
    })
  })

  it.each<[string, string, CurrencyCode, number]>([
    ['the same price for more years', 'two years', 'CAD', 56],
    ['the same price for digital and printed', 'digital', 'SGD', 52],
  ])('give no hint for %s', (_, name, currency, price) => {
    const kinds = checkPrices(withPrice(name, currency, price)).map(({ kind }) => kind)
    expect(kinds).toEqual(['odd_ratio'])
  })

  it('are not compared across categories, nor with extras', () => {
    const cheaperBook = [
      ...book,
      buildLine('three digital years', 25, { category: 'digital', years: 3 }),
    ]
    expect(checkPrices(cheaperBook)).toEqual([])
  })

  it('are not compared if a price is missing', () => {
    expect(checkPrices(withPrice('one year', 'USD', undefined)).map(({ kind }) => kind)).toEqual([
      'missing',
    ])
  })
})
