import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unitMultiplierOf } from '@/domain/data/currencies'
import { currencies } from '@/domain/data/currency-names'
import { languages } from '@/domain/data/languages'
import { formatPrice, formatSurcharge, percentOf, toMajor, toMinor } from '@/domain/pricing/money'

describe('amounts', () => {
  it.each([
    [49, 'USD', 4900],
    [49.99, 'EUR', 4999],
    [0.29, 'USD', 29],
    [1.15, 'GBP', 115],
    [4400, 'JPY', 4400],
    [4400.4, 'JPY', 4400],
    [0, 'PLN', 0],
  ] as const)('%d %s is %d in minor units', (major, currency, minor) => {
    expect(toMinor(major, currency)).toBe(minor)
  })

  it.each(currencies)('$code is unchanged by a round trip over the wire', ({ code }) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), minor => {
        expect(toMinor(toMajor(minor, code), code)).toBe(minor)
      }),
    )
  })

  it('in yen are whole', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), minor => {
        expect(Number.isInteger(toMajor(minor, 'JPY'))).toBe(true)
      }),
    )
  })
})

describe('a percentage', () => {
  it.each([
    [6900, 10, 690],
    [4999, 10, 500],
    [5, 10, 1],
    [4, 10, 0],
    [1000, 8.1, 81],
    [9999, 25.5, 2550],
    [115, 100, 115],
    [0, 20, 0],
    [6900, 0, 0],
  ])('of %d at %d %% is %d, rounded half up', (amount, percent, expected) => {
    expect(percentOf(amount, percent)).toBe(expected)
  })

  it('is rounded to a whole unit, by less than one', () => {
    const amounts = fc.integer({ min: 0, max: 99_999_999 })
    const tenths = fc.integer({ min: 0, max: 1_000 })
    fc.assert(
      fc.property(amounts, tenths, (amount, tenth) => {
        const part = percentOf(amount, tenth / 10)
        expect(Number.isInteger(part)).toBe(true)
        // In integers: part is within half a unit of amount * tenth / 1000, and a half is rounded
        // up.
        const remainder = part * 1_000 - amount * tenth
        expect(remainder).toBeGreaterThan(-500)
        expect(remainder).toBeLessThanOrEqual(500)
      }),
    )
  })

  it('of 100 is the whole amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), amount => {
        expect(percentOf(amount, 100)).toBe(amount)
      }),
    )
  })
})

describe('a price', () => {
  it.each([
    [4900, 'USD', 'en', '$49'],
    [4950, 'USD', 'en', '$49.50'],
    [4400, 'JPY', 'en', '¥4,400'],
    [4900, 'CAD', 'en', 'CA$49'],
    [0, 'USD', 'en', '$0'],
    [-4950, 'USD', 'en', '−$49.50'],
  ] as const)('of %d %s in %s is formatted as %s', (minor, currency, language, text) => {
    expect(formatPrice(minor, currency, language)).toBe(text)
  })

  it.each(currencies)('in $code is written as Intl writes it in every language', ({ code }) => {
    const amounts = fc.integer({ min: 0, max: 99_999_999_999 })
    for (const { code: language } of languages) {
      const intl = new Intl.NumberFormat(`${language}-u-nu-latn`, {
        style: 'currency',
        currency: code,
        trailingZeroDisplay: 'stripIfInteger',
      } as Intl.NumberFormatOptions)
      fc.assert(
        fc.property(amounts, amount => {
          const text = intl.format(toMajor(amount, code)).replace(/[\u200e\u200f\u061c]/g, '')
          expect(formatPrice(amount, code, language).replace(/[\u2066-\u2069\u200e]/g, '')).toBe(
            text.replace(/\.$/, ''),
          )
        }),
        { numRuns: 30 },
      )
    }
  })

  // In right-to-left text each price is isolated: its number is on the right of its currency.
  it.each([
    [
      'USD',
      '\u2067\u200e1,234.50\u00a0\u2066US$\u2069\u2069',
      '\u2067\u200e−69\u00a0\u2066US$\u2069\u2069',
    ],
    [
      'EUR',
      '\u2067\u200e1,234.50\u00a0\u2066€\u2069\u2069',
      '\u2067\u200e−69\u00a0\u2066€\u2069\u2069',
    ],
    [
      'GBP',
      '\u2067\u200e1,234.50\u00a0\u2066UK£\u2069\u2069',
      '\u2067\u200e−69\u00a0\u2066UK£\u2069\u2069',
    ],
    [
      'CAD',
      '\u2067\u200e1,234.50\u00a0\u2066CA$\u2069\u2069',
      '\u2067\u200e−69\u00a0\u2066CA$\u2069\u2069',
    ],
    [
      'INR',
      '\u2067\u200e1,234.50\u00a0\u2066₹\u2069\u2069',
      '\u2067\u200e−69\u00a0\u2066₹\u2069\u2069',
    ],
    [
      'AED',
      '\u2067\u200e1,234.50\u00a0\u2066د.إ\u2069\u2069',
      '\u2067\u200e−69\u00a0\u2066د.إ\u2069\u2069',
    ],
    [
      'JPY',
      '\u2067\u200e1,234\u00a0\u2066JP¥\u2069\u2069',
      '\u2067\u200e−69\u00a0\u2066JP¥\u2069\u2069',
    ],
    [
      'AUD',
      '\u2067\u200e1,234.50\u00a0\u2066AU$\u2069\u2069',
      '\u2067\u200e−69\u00a0\u2066AU$\u2069\u2069',
    ],
    [
      'CNY',
      '\u2067\u200e1,234.50\u00a0\u2066CN¥\u2069\u2069',
      '\u2067\u200e−69\u00a0\u2066CN¥\u2069\u2069',
    ],
    [
      'SGD',
      '\u2067\u200e1,234.50\u00a0\u2066SGD\u2069\u2069',
      '\u2067\u200e−69\u00a0\u2066SGD\u2069\u2069',
    ],
    [
      'PLN',
      '\u2067\u200e1,234.50\u00a0\u2066PLN\u2069\u2069',
      '\u2067\u200e−69\u00a0\u2066PLN\u2069\u2069',
    ],
  ] as const)(
    'in %s is formatted in Arabic as %s, and as a discount as %s',
    (currency, paid, discounted) => {
      const amount = currency === 'JPY' ? 1234 : 123_450
      expect(formatPrice(amount, currency, 'ar')).toBe(paid)
      expect(formatPrice(-69 * unitMultiplierOf(currency), currency, 'ar')).toBe(discounted)
    },
  )

  it.each(['ar', 'fa', 'hi', 'th'])('in %s has the digits of the card statement', language => {
    expect(formatPrice(123_456, 'USD', language)).toMatch(/1.?234\D56/)
  })

  it.each(currencies)('in $code shows cents only if there are any', ({ code }) => {
    const multiplier = unitMultiplierOf(code)
    expect(formatPrice(49 * multiplier, code, 'en').replace(/[^\d.]/g, '')).toBe('49')
    if (multiplier === 100)
      expect(formatPrice(49 * 100 + 50, code, 'en').replace(/[^\d.]/g, '')).toBe('49.50')
  })

  it.each(['ar', 'he', 'fa'])('is isolated in right-to-left text (%s)', language => {
    const price = formatPrice(6900, 'USD', language)
    expect(price).toMatch(
      /^[\u2066\u2067]\u200e?[^\u200e\u200f\u061c]*69[^\u200e\u200f\u061c]*\u2069$/,
    )
  })
})

it.each([
  ['USD', 'en', '+$25'],
  ['USD', 'ar', '\u2067\u200e+25\u00a0\u2066US$\u2069\u2069'],
  ['AED', 'ar', '\u2067\u200e+25\u00a0\u2066د.إ\u2069\u2069'],
] as const)(
  'a surcharge has its plus next to the number (%s, %s)',
  (currency, language, expected) =>
    expect(formatSurcharge(formatPrice(2500, currency, language))).toBe(expected),
)
