import { expect, it } from 'vitest'
import { findSeasonEnd, seasonOf } from '@/domain/catalog/seasons'

it.each([
  ['spring', '2027-03-01', '2027-05-31'],
  ['spring', '2027-05-31', '2027-05-31'],
  ['spring', '2027-06-01', null],
  ['spring', '2027-02-28', null],
  ['spring', '2026-11-26', null],
  ['summer', '2027-06-01', '2027-08-31'],
  ['summer', '2027-09-01', null],
] as const)('the %s deal on %s ends on %s', (season, today, end) =>
  expect(findSeasonEnd(season, today)).toBe(end),
)

it('a link of the summer campaign gets the summer deal', () => {
  expect(seasonOf([])).toBe('spring')
  expect(seasonOf(['email_50', 'summer_deal'])).toBe('summer')
})
