import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDateParts, parseDateParts } from '@/domain/dates/date-parts'
import {
  ageOn,
  isImpossibleDate,
  isRealDate,
  normalizeDate,
  normalizeToIsoDate,
} from '@/domain/dates/dates'

describe('a typed date', () => {
  it.each([
    ['1991-03-14', { year: '1991', month: '03', day: '14' }],
    ['1991--14', { year: '1991', month: '', day: '14' }],
    ['--', { year: '', month: '', day: '' }],
    ['', { year: '', month: '', day: '' }],
  ])('%s keeps the parts it has', (input, parts) => {
    expect(parseDateParts(input)).toEqual(parts)
  })

  it('is joined again as it was typed', () => {
    const part = fc.string({ maxLength: 6 }).map(text => text.replaceAll('-', '').trim())
    fc.assert(
      fc.property(part, part, part, (year, month, day) => {
        expect(parseDateParts(formatDateParts({ year, month, day }))).toEqual({ year, month, day })
      }),
    )
  })

  it('removes a dash inside a part', () => {
    expect(formatDateParts({ year: '19-91', month: '- 3', day: '14 ' })).toBe('1991-3-14')
  })

  it.each([
    ['1991-03-14', true],
    ['1991-3-4', true],
    ['2000-02-29', true],
    ['1900-02-29', false],
    ['2001-02-29', false],
    ['1991-13-01', false],
    ['1991-00-10', false],
    ['1991-10-00', false],
    ['1991-04-31', false],
    ['91-03-14', false],
    ['1991-mar-14', false],
    ['1991--14', false],
    ['', false],
  ])('%s is in the calendar: %s', (input, expected) => expect(isRealDate(input)).toBe(expected))

  it.each([
    ['1991-2-31', true],
    ['9999-99-99', true],
    ['0000-00-00', true],
    ['11111111-3-2', true],
    ['2000-02-29', false],
    ['19-2-31', false],
    ['1991--31', false],
    ['1991-mar-40', false],
    ['', false],
  ])('%s is complete and impossible: %s', (input, expected) =>
    expect(isImpossibleDate(input)).toBe(expected),
  )
})

describe('a numeric date', () => {
  it.each([
    ['1991-03-14', 'en', '1991-03-14'],
    ['1991-mar-14', 'en', '1991-3-14'],
    ['1991-März-14.', 'de', '1991-3-14'],
    ['1991-mars-14', 'fr', '1991-3-14'],
    ['1991年-3月-14日', 'ja', '1991-3-14'],
    ['١٩٩١-مارس-١٤', 'ar', '1991-3-14'],
    ['1991-foo-14', 'en', '1991-foo-14'],
    ['1991-ma-14', 'en', '1991-ma-14'],
    ['1991--', 'en', '1991--'],
    ['', 'en', ''],
  ])('%s on a page in %s is %s', (input, language, normalized) => {
    expect(normalizeDate(input, language)).toBe(normalized)
  })

  it.each([
    ['1991-3-4', '1991-03-04'],
    ['1991-Jan-4', '1991-01-04'],
    ['1991-feb-30', '1991-feb-30'],
    ['1991--4', '1991--4'],
  ])('%s is stored as %s', (input, stored) => expect(normalizeToIsoDate(input)).toBe(stored))
})

describe('the age', () => {
  it.each([
    ['2008-11-20', '2026-11-20', 18],
    ['2008-11-21', '2026-11-20', 17],
    ['2008-12-01', '2026-11-20', 17],
    ['1991-3-4', '2026-11-20', 35],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2027-01-01', '2026-11-20', -1],
  ])('of a person born %s is, on %s, %d', (birth, today, age) => {
    expect(ageOn(birth, today)).toBe(age)
  })
})
