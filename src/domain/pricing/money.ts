import { type CurrencyCode, unitMultiplierOf } from '@/domain/data/currencies'

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
  isolatePrice(
    resolvePriceFormat(currency, language).format(toMajor(Math.abs(amount), currency)),
    amount < 0 ? '−' : '',
  )

/** Direction marks in prices of right-to-left languages. */
const marks = /[\u200e\u200f\u061c]/g

/**
 * Isolates a price inside right-to-left text so that it reads `69 US$` and not `$US 69`. A price
 * with an Arabic currency sign is isolated right-to-left, with the minus next to the number.
 */
function isolatePrice(formatted: string, minus: string): string {
  // The dot of an abbreviated currency would meet the one that ends a sentence: `13.08 د.إ..`.
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
    trailingZeroDisplay: 'stripIfInteger', // drops .00
  } as Intl.NumberFormatOptions)
  formats.set(key, format)
  return format
}

/**
 * Adds a plus sign to a formatted price, after leading direction marks, so that it is next to the
 * number in every language.
 */
export const formatSurcharge = (price: string): string =>
  price.replace(/^[\u2066\u2067\u200e]*/, '$&+')
