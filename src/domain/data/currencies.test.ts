import { describe, expect, it } from 'vitest'
import {
  currencyCodes,
  defaultCurrency,
  isCurrency,
  unitMultiplierOf,
} from '@/domain/data/currencies'
import { currencies } from '@/domain/data/currency-names'

describe('currencies', () => {
  it('are eleven, each listed once', () => {
    expect(currencies.map(({ code }) => code)).toEqual(currencyCodes)
    expect(currencies).toHaveLength(11)
  })

  it('differ in sign and name', () => {
    expect(new Set(currencies.map(({ sign }) => sign)).size).toBe(11)
    expect(new Set(currencies.map(({ name }) => name)).size).toBe(11)
  })

  it.each(currencies)('$code has 100 minor units per major unit, JPY has 1', ({ code }) =>
    expect(unitMultiplierOf(code)).toBe(code === 'JPY' ? 1 : 100),
  )

  it('default to dollars', () => expect(defaultCurrency).toBe('USD'))

  it.each([
    ['EUR', true],
    ['eur', false],
    ['CHF', false],
    ['', false],
    [undefined, false],
    [1, false],
  ])('%s is a currency: %s', (code, expected) => expect(isCurrency(code)).toBe(expected))
})
