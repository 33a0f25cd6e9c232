import { expect, it } from 'vitest'
import { computePermitPeriod } from '@/domain/catalog/permit-period'

it.each<[string, number | null, string]>([
  ['2026-11-23', 3, '2029-11-22'],
  ['2026-11-23', 1, '2027-11-22'],
  ['2026-01-01', 2, '2027-12-31'],
  ['2028-02-29', 1, '2029-02-27'],
  ['2026-11-23', null, '2029-11-22'],
])('a permit paid on %s for %s years is valid until %s', (paidOn, years, until) => {
  expect(computePermitPeriod(paidOn, years)).toEqual({ from: paidOn, until })
})
