import { type CurrencyCode, defaultCurrency, unitMultiplierOf } from '@/domain/data/currencies'
import { currencies } from '@/domain/data/currency-names'

/** A line of the price book, in major units; a currency may be missing. */
export interface PricedLine {
  name: string
  prices: Partial<Record<CurrencyCode, number>>
  /** Makes plans comparable; lines without a category are checked by their ratios only. */
  category?: string
  years?: number | null
}

/** A fault of a price, or a hint that it looks wrong. */
type PriceProblem =
  | { kind: 'missing' | 'not_positive' | 'too_fine' }
  /** The deviation from the currency's median ratio, in whole percent. */
  | { kind: 'odd_ratio'; percent: number }
  | { kind: 'cheaper_than_shorter' | 'dearer_than_printed'; than: string }

export type PriceFinding = PriceProblem & { line: string; currency: CurrencyCode }

/**
 * Prices are rounded to what looks right in a currency; a larger deviation from its median ratio is
 * probably a typo.
 */
export const maxRatioDeviationPercent = 12

/** Whether the price cannot be charged; all other findings are hints. */
export const isFault = ({ kind }: PriceFinding): boolean =>
  kind === 'missing' || kind === 'not_positive' || kind === 'too_fine'

/** All findings in a price book, faults first. */
export const checkPrices = (lines: PricedLine[]): PriceFinding[] => [
  ...lines.flatMap(findFaults),
  ...findOddRatios(lines),
  ...lines.flatMap(longer => findCheaperThanShorter(longer, lines)),
  ...lines.flatMap(digital => findDearerThanPrinted(digital, lines)),
]

const codes = currencies.map(({ code }) => code)

function findFaults({ name, prices }: PricedLine): PriceFinding[] {
  return codes.flatMap(currency => {
    const kind = findFault(prices[currency], currency)
    return kind ? [{ kind, line: name, currency }] : []
  })
}

function findFault(price: number | undefined, currency: CurrencyCode) {
  if (price === undefined) return 'missing'
  if (!isPrice(price)) return 'not_positive'
  return isWhole(price, currency) ? undefined : 'too_fine'
}

const isPrice = (price: number | undefined): price is number =>
  price !== undefined && Number.isFinite(price) && price > 0

/** Whether the price is a whole number of minor units; 19.99 * 100 is slightly off in binary. */
function isWhole(price: number, currency: CurrencyCode): boolean {
  const minor = price * unitMultiplierOf(currency)
  return Math.abs(minor - Math.round(minor)) < 1e-6
}

function findOddRatios(lines: PricedLine[]): PriceFinding[] {
  return codes.flatMap(currency => {
    const ratios = lines.flatMap(line => {
      const ratio = ratioOf(line, currency)
      return ratio === undefined ? [] : [{ line: line.name, ratio }]
    })
    const medianRatio = median(ratios.map(({ ratio }) => ratio))
    return ratios.flatMap(({ line, ratio }) => {
      const percent = (ratio / medianRatio - 1) * 100
      if (Math.abs(percent) <= maxRatioDeviationPercent) return []
      return [{ kind: 'odd_ratio' as const, line, currency, percent: Math.round(percent) }]
    })
  })
}

/** The price in this currency divided by the price in the default currency. */
function ratioOf({ prices }: PricedLine, currency: CurrencyCode): number | undefined {
  const [price, base] = [prices[currency], prices[defaultCurrency]]
  return isPrice(price) && isPrice(base) ? price / base : undefined
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [below = 0, above = 0] = [sorted[middle - 1], sorted[middle]]
  return sorted.length % 2 === 0 ? (below + above) / 2 : above
}

const findCheaperThanShorter = (longer: PricedLine, lines: PricedLine[]): PriceFinding[] =>
  lines
    .filter(shorter => isLonger(longer, shorter))
    .flatMap(({ name: than, prices }) =>
      listCheaperCurrencies(longer.prices, prices).map(currency => ({
        kind: 'cheaper_than_shorter',
        line: longer.name,
        currency,
        than,
      })),
    )

const findDearerThanPrinted = (digital: PricedLine, lines: PricedLine[]): PriceFinding[] =>
  lines
    .filter(printed => isPrintedFormOf(printed, digital))
    .flatMap(({ name: than, prices }) =>
      listCheaperCurrencies(prices, digital.prices).map(currency => ({
        kind: 'dearer_than_printed',
        line: digital.name,
        currency,
        than,
      })),
    )

/** Within one category, or lifetime compared to any plan. */
const isLonger = (longer: PricedLine, shorter: PricedLine): boolean =>
  countYears(longer) > countYears(shorter) &&
  countYears(shorter) > 0 &&
  (longer.category === shorter.category || longer.category === 'lifetime')

const countYears = ({ category, years }: PricedLine): number =>
  category === 'lifetime' ? Number.POSITIVE_INFINITY : (years ?? 0)

const isPrintedFormOf = (printed: PricedLine, digital: PricedLine): boolean =>
  printed.category === 'physical' &&
  digital.category === 'digital' &&
  printed.years === digital.years

/**
 * The currencies in which the first line costs less; currencies without both prices are skipped.
 */
const listCheaperCurrencies = (
  prices: PricedLine['prices'],
  otherPrices: PricedLine['prices'],
): CurrencyCode[] =>
  codes.filter(currency => {
    const [price, otherPrice] = [prices[currency], otherPrices[currency]]
    return price !== undefined && otherPrice !== undefined && price < otherPrice
  })
