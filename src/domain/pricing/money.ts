import { type CurrencyCode, unitMultiplierOf } from '@/domain/data/currencies'
import type { Direction } from '@/domain/data/languages'

/** An amount in the smallest unit of its currency: cents, or whole yen. Always an integer. */
export type Minor = number

/** Converts major units, used on the wire and by people, to minor units. */
export const toMinor = (major: number, currency: CurrencyCode): Minor =>
  Math.round(major * unitMultiplierOf(currency))

/** Converts minor units to major units, for the wire and for display only. */
export const toMajor = (minor: Minor, currency: CurrencyCode): number =>
  minor / unitMultiplierOf(currency)

/** A percentage of an amount in minor units, rounded once, half up. */
export const percentOf = (amount: Minor, percent: number): Minor =>
  // First rounded to a millionth of a unit: 1.15 * 100 is slightly below 115 in binary.
  Math.floor(Math.round(amount * percent * 10_000) / 1_000_000 + 0.5)

/**
 * Formats an amount in minor units: `$49`, `$49.50`, `¥4,400`, `−$5`. Latin digits and the same
 * minus sign in every language; the minus is inside the bidi isolate.
 */
export const formatPrice = (amount: Minor, currency: CurrencyCode, language: string): string =>
  formatAmount(amount, resolvePriceFormat(currency, language))

/** The same with a known format, without `Intl`. */
export const formatAmount = (amount: Minor, format: PriceFormat): string =>
  isolatePrice(amount < 0 ? '−' : '', formatNumber(Math.abs(amount), format), format)

/** How a language writes amounts of a currency. */
export interface PriceFormat {
  currency: CurrencyCode
  before: string
  after: string
  decimal: string
  group: string
  /** Length of the last group of digits and of the others: 3 and 2 in India. */
  groupLengths: [number, number]
  /** Shorter numbers have no groups. */
  minGroupedLength: number
}

function formatNumber(amount: Minor, format: PriceFormat): string {
  const multiplier = unitMultiplierOf(format.currency)
  const cents = amount % multiplier
  const integer = groupDigits(`${Math.floor(amount / multiplier)}`, format)
  return cents === 0 ? integer : `${integer}${format.decimal}${`${cents}`.padStart(2, '0')}`
}

function groupDigits(
  digits: string,
  { group, groupLengths: [lastLength, otherLength], minGroupedLength }: PriceFormat,
): string {
  if (digits.length < minGroupedLength) return digits
  const others = digits.slice(0, -lastLength)
  const boundaries = new RegExp(`(?!^)(?=(?:.{${otherLength}})+$)`, 'g')
  return `${others.replace(boundaries, group)}${group}${digits.slice(-lastLength)}`
}

/** Direction marks in prices of right-to-left languages. */
const marks = /[\u200e\u200f\u061c]/g

/**
 * The number with the currency. In right-to-left text the price is isolated: the number is on the
 * right, with its sign, and the currency is on the left of it.
 */
function isolatePrice(minus: string, number: string, { before, after }: PriceFormat): string {
  const prefix = before.replace(marks, '')
  // The dot of an abbreviated currency would meet the one that ends a sentence: `13.08 د.إ..`.
  const suffix = after.replace(marks, '').replace(/\.$/, '')
  const price = minus + prefix + number + suffix
  if ((before + after).search(marks) === -1) return price
  if (prefix) return `\u2066${price}\u2069`
  return `\u2067\u200e${minus}${number}${suffix.replace(/\S.*/, '\u2066$&\u2069')}\u2069`
}

const formats = new Map<string, PriceFormat>()

/** How the language (BCP 47) writes amounts of the currency. */
export function resolvePriceFormat(currency: CurrencyCode, language: string): PriceFormat {
  const key = `${language}/${currency}`
  const format = formats.get(key) ?? readPriceFormat(currency, language)
  formats.set(key, format)
  return format
}

function readPriceFormat(currency: CurrencyCode, language: string): PriceFormat {
  const intl = new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'currency', currency })
  const sample = intl.formatToParts(12_345_678)
  const integers = sample.filter(({ type }) => type === 'integer')
  const isNumber = ({ type }: Intl.NumberFormatPart) =>
    ['integer', 'group', 'decimal', 'fraction'].includes(type)
  const join = (parts: Intl.NumberFormatPart[]) => parts.map(({ value }) => value).join('')
  const find = (type: string) => sample.find(part => part.type === type)?.value ?? ''
  const isGrouped = (value: number) =>
    intl.formatToParts(value).some(({ type }) => type === 'group')
  return {
    currency,
    before: join(sample.slice(0, sample.findIndex(isNumber))),
    after: join(sample.slice(sample.findLastIndex(isNumber) + 1)),
    decimal: find('decimal'),
    group: find('group'),
    groupLengths: [integers.at(-1)?.value.length ?? 0, integers.at(-2)?.value.length ?? 0],
    minGroupedLength: isGrouped(1_000) ? 4 : 5,
  }
}

/**
 * Adds a plus sign to a formatted price, after leading direction marks, so that it is next to the
 * number in every language.
 */
export const formatSurcharge = (price: string): string =>
  price.replace(/^[\u2066\u2067\u200e]*/, '$&+')

/**
 * A currency in a sentence: its code, or its name where the language is written from right to left.
 * A browser may name it differently from the server: use `suppressHydrationWarning`.
 */
export const nameCurrency = (
  currency: CurrencyCode,
  { language, dir }: { language: string; dir: Direction },
): string =>
  dir === 'rtl'
    ? (new Intl.DisplayNames(language, { type: 'currency' }).of(currency) ?? currency)
    : currency
