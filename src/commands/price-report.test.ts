import { describe, expect, it } from 'vitest'
import { buildPriceReport, type PriceSection } from '@/commands/price-report'
import type { CurrencyCode } from '@/domain/data/currencies'
import { currencies } from '@/domain/data/currency-names'
import type { PricedLine } from '@/domain/pricing/price-checks'

const pricesInEveryCurrency = (price: number) =>
  Object.fromEntries(currencies.map(({ code }) => [code, price])) as Record<CurrencyCode, number>

/** A small price book; `change` replaces prices of its first plan. */
const buildBook = (
  change: Partial<Record<CurrencyCode, number | undefined>> = {},
): PriceSection[] => [
  {
    heading: 'Plans',
    lines: [
      {
        name: '40 One year',
        category: 'physical',
        years: 1,
        prices: { ...pricesInEveryCurrency(49), ...change } as PricedLine['prices'],
      },
      { name: '41 Two years', category: 'physical', years: 2, prices: pricesInEveryCurrency(159) },
    ],
  },
  { heading: 'Extras', lines: [{ name: '60 Urgent', prices: pricesInEveryCurrency(25) }] },
]

describe('the price table', () => {
  it('has a row for each product and a column for each currency', () => {
    const [heading, first, second] = buildPriceReport(buildBook()).text.split('\n')
    expect(heading?.split(/\s+/)).toEqual(['Plans', ...currencies.map(({ code }) => code)])
    expect(first).toMatch(/^40 One year(\s+49){11}$/)
    expect(second).toMatch(/^41 Two years(\s+159){11}$/)
  })

  it('aligns its numbers', () => {
    const { text } = buildPriceReport(buildBook({ EUR: 1234.5 }))
    const rows = text.split('\n').filter(line => /^(Plans|Extras|\d\d )/.test(line))
    expect(rows).toHaveLength(5)
    expect(new Set(rows.map(row => row.length)).size).toBe(1)
  })

  it('shows a missing price as a dash', () => {
    expect(buildPriceReport(buildBook({ PLN: undefined })).text).toMatch(/^40 One year .* —$/m)
  })

  it('ends with a note when there are no findings', () => {
    const { text, hasFaults } = buildPriceReport(buildBook())
    expect(text).toMatch(/\n\nNothing to point out\.\n$/)
    expect(hasFaults).toBe(false)
  })
})

describe('the findings below the price table', () => {
  it.each<[string, CurrencyCode, number | undefined, string]>([
    ['a gap', 'PLN', undefined, 'there is no price'],
    ['a zero', 'EUR', 0, 'the price is not above zero'],
    ['half a cent', 'EUR', 49.005, 'the price is finer than a hundredth'],
    ['half a yen', 'JPY', 49.5, 'the price has a fraction, and the currency has none'],
  ])('%s is a fault, and the command fails', (_, currency, price, words) => {
    const { text, hasFaults } = buildPriceReport(buildBook({ [currency]: price }))
    const faultsText = text.split('Must be put right: 1\n')[1] ?? ''
    expect(faultsText).toContain(`  40 One year, ${currency}: ${words}\n`)
    expect(hasFaults).toBe(true)
  })

  it('an unusual price is a hint, and the command succeeds', () => {
    const { text, hasFaults } = buildPriceReport(buildBook({ CAD: 490 }))
    const hintsText = text.split('Worth a look: 2\n')[1] ?? ''
    expect(hintsText).toContain('  40 One year, CAD: 900 % above what the other prices suggest')
    expect(hintsText).toContain('  41 Two years, CAD: costs less than 40 One year\n')
    expect(hasFaults).toBe(false)
  })

  it('faults come before hints', () => {
    const { text } = buildPriceReport(buildBook({ CAD: 490, GBP: 0 }))
    expect(text).toMatch(/Must be put right: 1\n[\s\S]*\n\nWorth a look: 2\n/)
  })
})
