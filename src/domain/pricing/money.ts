import { type CurrencyCode, unitMultiplierOf } from '@/domain/data/currencies'

/** An amount in the smallest unit of its currency: cents, or whole yen. Always an integer. */
export type Minor = number

/** Major units, as people and the wire write them, to minor units. */
export const toMinor = (major: number, currency: CurrencyCode): Minor =>
  Math.round(major * unitMultiplierOf(currency))

/** Minor units to major units, for the wire and the screen alone. */
export const toMajor = (minor: Minor, currency: CurrencyCode): number =>
  minor / unitMultiplierOf(currency)

/** A percentage of an amount in minor units, rounded once, half up. */
export const percentOf = (amount: Minor, percent: number): Minor =>
  // The product is first rounded to a millionth of a unit: 1.15 * 100 is a hair under 115 in binary.
  Math.floor(Math.round(amount * percent * 10_000) / 1_000_000 + 0.5)

/**
 * An amount in minor units as people read it: `$49`, `$49.50`, `¥4,400`, `−$5`; latin digits in every
 * language, and one minus for all of them, inside whatever keeps the price in one piece.
 */
export const formatPrice = (amount: Minor, currency: CurrencyCode, language: string): string =>
  isolatePrice(
    resolvePriceFormat(currency, language).format(toMajor(Math.abs(amount), currency)),
    amount < 0 ? '−' : '',
  )

/** The direction marks that prices of right-to-left languages come with. */
const marks = /[\u200e\u200f\u061c]/g

/**
 * A price among right-to-left words keeps its own order, by an isolate around it: `69 US$`, not `$US 69`. One whose
 * currency is written from right to left runs that way, the number first; its minus stays with the number.
 */
function isolatePrice(formatted: string, minus: string): string {
  // The stop that abbreviates a currency would meet the one that ends a sentence: `13.08 د.إ..`.
  const price = minus + formatted.replace(marks, '').replace(/\.$/, '')
  if (formatted.search(marks) === -1) return price
  return `${/\p{Script=Arabic}/u.test(price) ? '\u2067\u200e' : '\u2066'}${price}\u2069`
}

const formats = new Map<string, Intl.NumberFormat>()

function resolvePriceFormat(currency: CurrencyCode, language: string): Intl.NumberFormat {
  const key = `${language}/${currency}`
  const cached = formats.get(key)
  if (cached) return cached
  const format = new Intl.NumberFormat(`${language}-u-nu-latn`, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger', // SPEC 9: prices drop .00
  } as Intl.NumberFormatOptions)
  formats.set(key, format)
  return format
}
