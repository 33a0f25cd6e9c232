import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareWithTrip,
  estimateArrival,
  isSameDisplay,
  resolveShippingMethod,
  type ShippingMethod,
  sortBySoonest,
  weekendOf,
} from '@/domain/catalog/shipping-methods'

const buildMethod = (code: string, min_delivery: number, max_delivery = min_delivery + 2) => ({
  code,
  name: code,
  price: 10,
  min_delivery,
  max_delivery,
})

describe('the delivery choice', () => {
  it('lists the soonest first and does not modify its input', () => {
    const unsorted = [buildMethod('post', 7), buildMethod('dhl', 2), buildMethod('fedex', 3)]
    expect(sortBySoonest(unsorted).map(({ code }) => code)).toEqual(['dhl', 'fedex', 'post'])
    expect(unsorted.map(({ code }) => code)).toEqual(['post', 'dhl', 'fedex'])
  })

  it.each<[string, ShippingMethod[], string | undefined]>([
    [
      'dhl, even when another is sooner',
      [buildMethod('post', 1), buildMethod('fedex', 2), buildMethod('dhl', 3)],
      'dhl',
    ],
    ['fedex without dhl', [buildMethod('post', 1), buildMethod('fedex', 2)], 'fedex'],
    ['the soonest without dhl and fedex', [buildMethod('post', 7), buildMethod('boat', 5)], 'boat'],
    ['none if there are no methods', [], undefined],
  ])('preselects %s', (_, methods, code) => {
    expect(resolveShippingMethod(methods)?.code).toBe(code)
  })
})

describe('a shipping method', () => {
  const displayed = { method: buildMethod('dhl', 2), currency: 'USD' as const }

  it('looks the same to a customer for another destination', () => {
    expect(isSameDisplay(displayed, { method: buildMethod('dhl', 2), currency: 'USD' })).toBe(true)
  })

  it.each([
    ['another courier', { method: buildMethod('fedex', 2) }],
    ['a later day', { method: buildMethod('dhl', 3, 4) }],
    ['a later last day', { method: buildMethod('dhl', 2, 5) }],
    ['another price', { method: { ...buildMethod('dhl', 2), price: 11 } }],
    ['another currency', { currency: 'EUR' as const }],
  ])('looks different with %s', (_, change) => {
    expect(isSameDisplay(displayed, { ...displayed, ...change })).toBe(false)
  })
})

describe('a parcel ordered', () => {
  // 2026-11-20 is a Friday; printing takes one working day.
  it.each([
    ['on a Monday', '2026-11-16', '2026-11-19', '2026-11-23'],
    ['on a Friday, over the weekend', '2026-11-20', '2026-11-25', '2026-11-27'],
    ['on a Saturday', '2026-11-21', '2026-11-25', '2026-11-27'],
    ['on a Sunday', '2026-11-22', '2026-11-25', '2026-11-27'],
    ['before the end of a year', '2026-12-30', '2027-01-04', '2027-01-06'],
    ['before a leap day', '2028-02-25', '2028-03-01', '2028-03-03'],
  ])('%s arrives between', (_, today, from, to) => {
    expect(estimateArrival(buildMethod('dhl', 2, 4), { today, country: 'us' })).toEqual({
      from,
      to,
    })
  })

  // Printed on Thursday the 19th.
  it.each([
    ['to a country that rests on Saturday and Sunday', 'de', '2026-11-23', '2026-11-25'],
    ['to one that rests on Friday and Saturday', 'sa', '2026-11-23', '2026-11-25'],
    ['to one that works on Fridays since 2022', 'AE', '2026-11-23', '2026-11-25'],
    ['to one that rests on Thursday and Friday', 'af', '2026-11-22', '2026-11-24'],
    ['to one that rests on Friday alone', 'ir', '2026-11-22', '2026-11-24'],
    ['to one that rests on Sunday alone', 'IN', '2026-11-21', '2026-11-24'],
    ['to an unknown country', '', '2026-11-23', '2026-11-25'],
  ])('on a Wednesday %s arrives between', (_, country, from, to) => {
    expect(estimateArrival(buildMethod('dhl', 2, 4), { today: '2026-11-18', country })).toEqual({
      from,
      to,
    })
  })

  it.each([
    ['sa', '2026-11-23', '2026-11-24'],
    ['us', '2026-11-24', '2026-11-25'],
  ])('on a Thursday is printed on Friday, though that is a weekend in %s', (country, from, to) => {
    expect(estimateArrival(buildMethod('dhl', 2, 3), { today: '2026-11-19', country })).toEqual({
      from,
      to,
    })
  })

  it('never arrives on a weekend, nor before it was sent', () => {
    const day = fc
      .integer({ min: 0, max: 20_000 })
      .map(days => new Date(days * 86_400_000).toISOString().slice(0, 10))
    const days = fc.integer({ min: 1, max: 30 })
    const country = fc.constantFrom('us', 'sa', 'ir', 'in', 'af', 'bd')
    fc.assert(
      fc.property(day, days, days, country, (today, min, extraDays, country) => {
        const { from, to } = estimateArrival(buildMethod('dhl', min, min + extraDays), {
          today,
          country,
        })
        for (const date of [from, to])
          expect(weekendOf(country)).not.toContain(new Date(date).getUTCDay())
        expect(today < from && from <= to).toBe(true)
      }),
    )
  })
})

it.each([
  ['2026-11-30', 'in_time'],
  ['2026-11-29', 'uncertain'],
  ['2026-11-27', 'uncertain'],
  ['2026-11-26', 'late'],
  ['2026-11-20', 'late'],
])('a parcel from 26 to 29 November for a trip on %s is %s', (tripStart, timeliness) =>
  expect(compareWithTrip({ from: '2026-11-26', to: '2026-11-29' }, tripStart)).toBe(timeliness),
)
