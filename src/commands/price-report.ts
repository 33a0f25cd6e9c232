import { unitMultiplierOf } from '@/domain/data/currencies'
import { currencies } from '@/domain/data/currency-names'
import {
  checkPrices,
  isFault,
  maxRatioDeviationPercent,
  type PricedLine,
  type PriceFinding,
} from '@/domain/pricing/price-checks'

/** A section of the price book with a heading. */
export interface PriceSection {
  heading: string
  lines: PricedLine[]
}

export interface PriceReport {
  /** The price table and the findings below it. */
  text: string
  findings: PriceFinding[]
  /** Whether a price cannot be paid. */
  hasFaults: boolean
}

/** The price book as a table in major units: a row per product, a column per currency. */
export function buildPriceReport(sections: PriceSection[]): PriceReport {
  const findings = checkPrices(sections.flatMap(({ lines }) => lines))
  const faults = findings.filter(isFault)
  const hints = findings.filter(finding => !isFault(finding))
  const parts = [
    formatTable(sections),
    ...formatFindings('Must be put right', faults),
    ...formatFindings('Worth a look', hints),
    ...(findings.length === 0 ? ['Nothing to point out.'] : []),
  ]
  return { text: `${parts.join('\n\n')}\n`, findings, hasFaults: faults.length > 0 }
}

const formatFindings = (heading: string, findings: PriceFinding[]): string[] =>
  findings.length === 0
    ? []
    : [[`${heading}: ${findings.length}`, ...findings.map(formatFinding)].join('\n')]

const formatFinding = (finding: PriceFinding): string =>
  `  ${finding.line}, ${finding.currency}: ${describeFinding(finding)}`

function describeFinding(finding: PriceFinding): string {
  switch (finding.kind) {
    case 'missing':
      return 'there is no price'
    case 'not_positive':
      return 'the price is not above zero'
    case 'too_fine':
      return unitMultiplierOf(finding.currency) === 1
        ? 'the price has a fraction, and the currency has none'
        : 'the price is finer than a hundredth'
    case 'odd_ratio':
      return `${Math.abs(finding.percent)} % ${finding.percent > 0 ? 'above' : 'below'} what the other prices suggest (${maxRatioDeviationPercent} % is usual)`
    case 'cheaper_than_shorter':
      return `costs less than ${finding.than}`
    case 'dearer_than_printed':
      return `costs more than ${finding.than}`
  }
}

const codes = currencies.map(({ code }) => code)
const noPrice = '—'
const columnGap = '  '

function formatTable(sections: PriceSection[]): string {
  const groups = sections.map(({ heading, lines }) => ({
    heading: [heading, ...codes],
    rows: lines.map(toRow),
  }))
  const rows = groups.flatMap(({ heading, rows }) => [heading, ...rows])
  const widths = ['', ...codes].map((_, column) =>
    Math.max(...rows.map(row => (row[column] ?? '').length)),
  )
  return groups
    .map(({ heading, rows }) => [heading, ...rows].map(row => alignRow(row, widths)).join('\n'))
    .join('\n\n')
}

const toRow = ({ name, prices }: PricedLine): string[] => [
  name,
  ...codes.map(currency => formatPrice(prices[currency])),
]

/** Without grouping, so that a number can be searched for in the seed file. */
const formatPrice = (price: number | undefined): string =>
  price === undefined ? noPrice : String(price)

/** Names are aligned left, numbers right. */
const alignRow = (row: string[], widths: number[]): string =>
  row
    .map((cell, column) => {
      const width = widths[column] ?? 0
      return column === 0 ? cell.padEnd(width) : cell.padStart(width)
    })
    .join(columnGap)
