import { describe, expect, it } from 'vitest'
import { validateBirthDate } from '@/domain/driver/driver-rules'
import { today } from '../../../tests/support/sample-checkout'

describe('a date of birth', () => {
  it.each([
    '1991-03-14',
    '1991-3-4',
    '1991-mar-14',
    '1991-March-14.',
    '１９９１-０３-１４',
    '١٩٩١-٣-١٤',
    '2000-02-29',
    '2008-11-20',
    '1916-11-20',
  ])('may be typed as %s', input => expect(validateBirthDate(input, today)).toBeUndefined())

  it.each([
    ['', 'missing', undefined],
    ['--', 'missing', undefined],
    ['- -', 'missing', undefined],
    ['1991-03-', 'day', ['day']],
    ['1991--14', 'month', ['month']],
    ['-03-14', 'year', ['year']],
    ['1991--', 'day_month', ['day', 'month']],
    ['-03-', 'day_year', ['day', 'year']],
    ['--14', 'month_year', ['month', 'year']],
    ['-13-', 'day_year', ['day', 'year']],
    ['1991-03-32', 'day_impossible', ['day']],
    ['1991-03-0', 'day_impossible', ['day']],
    ['1991-03-first', 'day_impossible', ['day']],
    ['1991-14-03', 'month_impossible', ['month']],
    ['1991-0-03', 'month_impossible', ['month']],
    ['1991-foo-03', 'month_impossible', ['month']],
    ['91-03-14', 'year_impossible', ['year']],
    ['19911-03-14', 'year_impossible', ['year']],
    ['1991-02-30', 'impossible', ['day', 'month']],
    ['2001-02-29', 'impossible', ['day', 'month']],
    ['1991-14-32', 'day_impossible', ['day']],
    ['2031-02-30', 'impossible', ['day', 'month']],
    ['2027-01-01', 'future', ['year']],
    ['2026-12-01', 'future', undefined],
    ['2008-11-21', 'young', undefined],
    ['2026-11-20', 'young', undefined],
    ['1915-11-20', 'old', ['year']],
    ['0091-03-14', 'old', ['year']],
  ])('%s is %s', (input, key, parts) => {
    expect(validateBirthDate(input, today)).toEqual({ key, ...(parts && { parts }) })
  })
})
