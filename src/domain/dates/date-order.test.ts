import { describe, expect, it } from 'vitest'
import { languages } from '@/domain/data/languages'
import { buildBirthDateFormat, writeDate } from '@/domain/dates/date-order'

describe('the fields of a date of birth have the order of the locale', () => {
  it.each([
    ['en-001', 'day month year', '14 / 7 / 1991'],
    ['en-GB', 'day month year', '14 / 7 / 1991'],
    ['en-US', 'month day year', '7 / 14 / 1991'],
    ['ja', 'year month day', '1991 / 7 / 14'],
    ['zh', 'year month day', '1991 / 7 / 14'],
    ['ko', 'year month day', '1991 / 7 / 14'],
    ['hu', 'year month day', '1991 / 7 / 14'],
    ['lt', 'year month day', '1991 / 7 / 14'],
    ['ar', 'day month year', '14 / 7 / 1991'],
    ['th', 'day month year', '14 / 7 / 1991'],
    ['de', 'day month year', '14 / 7 / 1991'],
  ])('in %s: %s', (locale, order, example) =>
    expect(buildBirthDateFormat(locale)).toMatchObject({
      order: order.split(' '),
      // In one line.
      example: example.replaceAll(' ', '\u00A0'),
    }),
  )

  it.each(languages)('with all three parts in $name', ({ code }) =>
    expect(buildBirthDateFormat(code).order.toSorted()).toEqual(['day', 'month', 'year']),
  )
})

it.each([
  ['en-US', '3/4/1991'],
  ['en-GB', '04/03/1991'],
  ['de', '4.3.1991'],
  ['pl', '4.03.1991'],
  ['hu', '1991. 03. 04.'],
  ['sv', '1991-03-04'],
  ['bg', '4.03.1991\u202Fг.'],
  ['ar', '4\u200F/3\u200F/1991'],
  ['fa', '1991/3/4'],
  ['th', '4/3/1991'],
  ['ja', '1991/3/4'],
])('a typed date is written as in %s: %s', (locale, written) => {
  const { pattern } = buildBirthDateFormat(locale)
  expect(writeDate({ day: '4', month: '3', year: '1991' }, pattern)).toBe(written)
})

it('a month that was typed as a word stays as typed', () =>
  expect(writeDate({ day: '4', month: 'May', year: '1991' }, 'd/m/yyyy')).toBe('4/May/1991'))
