import { expect, it } from 'vitest'
import { formatSurcharge } from '@/domain/pricing/format-surcharge'
import { formatPrice } from '@/domain/pricing/money'

it.each([
  ['USD', 'en', '+$25'],
  ['USD', 'ar', '\u2066+25\u00a0US$\u2069'],
  ['AED', 'ar', '\u2067\u200e+25\u00a0د.إ\u2069'],
] as const)(
  'a surcharge has its plus next to the number (%s, %s)',
  (currency, language, expected) =>
    expect(formatSurcharge(formatPrice(2500, currency, language))).toBe(expected),
)
