import { describe, expect, it } from 'vitest'
import { languages } from '@/domain/data/languages'
import { parseMonth } from '@/domain/dates/months'

describe('a month', () => {
  it.each([
    ['jan', 'en', 1],
    ['Jan.', 'en', 1],
    ['JANUARY', 'en', 1],
    ['janu', 'en', 1],
    ['Sept', 'en', 9],
    ['Sept.', 'en', 9],
    ['may', 'en', 5],
    ['März', 'de', 3],
    ['marz', 'de', 3],
    ['octobre', 'en', 10],
    ['Jänner', 'de', 1],
    ['août', 'fr', 8],
    ['AOUT', 'fr', 8],
    ['févr.', 'fr', 2],
    ['fev', 'fr', 2],
    ['enero', 'es', 1],
    ['março', 'pt', 3],
    ['март', 'ru', 3],
    ['марта', 'ru', 3],
    ['липня', 'uk', 7],
    ['października', 'pl', 10],
    ['listopad', 'pl', 11],
    ['listopad', 'cs', 11],
    ['listopad', 'hr', 10],
    ['Ιανουάριος', 'el', 1],
    ['μαρτιου', 'el', 3],
    ['Şubat', 'tr', 2],
    ['ağustos', 'tr', 8],
    ['tháng 3', 'vi', 3],
    ['يناير', 'ar', 1],
    ['اكتوبر', 'ar', 10],
    ['كانون الثاني', 'ar', 1],
    ['جانفي', 'ar', 1],
    ['فوریه', 'fa', 2],
    ['מרץ', 'he', 3],
    ['जून', 'hi', 6],
    ['मी', 'hi', undefined],
    ['มีนาคม', 'th', 3],
    ['มี.ค.', 'th', 3],
    ['3月', 'ja', 3],
    ['１２月', 'ja', 12],
    ['三月', 'zh', 3],
    ['3월', 'ko', 3],
  ])('typed as %s on a page in %s is month %s', (input, language, month) => {
    expect(parseMonth(input, language)).toBe(month)
  })

  it.each([
    ['march', 'de', 3],
    ['March', 'ja', 3],
    ['dec', 'ar', 12],
  ])('may be typed in English on any page: %s in %s', (input, language, month) => {
    expect(parseMonth(input, language)).toBe(month)
  })

  it.each(['', 'j', 'ju', 'ma', 'mar 5', 'smarch', '13', '1', '月', 'm'])(
    'is undefined for %j',
    input => expect(parseMonth(input, 'en')).toBeUndefined(),
  )

  it('is read in English if the language code is invalid', () => {
    expect(parseMonth('march', 'x y')).toBe(3)
    expect(parseMonth('mars', '')).toBeUndefined()
  })

  it.each(languages)('is found by its full name in $ownName', ({ code }) => {
    const format = new Intl.DateTimeFormat(`${code}-u-ca-gregory`, {
      month: 'long',
      timeZone: 'UTC',
    })
    const months = Array.from({ length: 12 }, (_, index) => index + 1)
    expect(
      months.map(month => parseMonth(format.format(Date.UTC(2001, month - 1, 1)), code)),
    ).toEqual(months)
  })
})
