import { describe, expect, it } from 'vitest'
import { languages } from '@/domain/data/languages'
import { findBirthDateFormat } from '@/domain/dates/date-order'

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
    expect(findBirthDateFormat(locale)).toMatchObject({
      order: order.split(' '),
      // In one line.
      example: example.replaceAll(' ', '\u00A0'),
    }),
  )

  it.each(languages)('with all three parts in $name', ({ code }) =>
    expect(findBirthDateFormat(code).order.toSorted()).toEqual(['day', 'month', 'year']),
  )
})

it.each([
  ['en-US', '/'],
  ['de', '.'],
  ['hu', '. '],
  ['sv', '-'],
  ['ar', '\u200F/'],
  ['ja', '/'],
])('a date in digits is written as in %s, with %j between its parts', (locale, separator) =>
  expect(findBirthDateFormat(locale).separator).toBe(separator),
)
