import fc from 'fast-check'
import { expect, it } from 'vitest'
import { destinationIds } from '@/domain/data/destinations'
import { findPermitGroup, packPermits, unpackPermits } from '@/domain/destinations/pack-permits'
import type { Permit } from '@/domain/destinations/permit-verdict'

const answer = fc.constantFrom('yes' as const, 'no' as const, 'yes_with_conditions' as const)

const permit: fc.Arbitrary<Permit> = fc.record({
  id: fc.constantFrom(...destinationIds),
  slug: fc.constantFrom(null, 'france', 'south-korea'),
  from_: answer,
  in_: answer,
  validity: fc.constantFrom(0 as const, 1 as const, 3 as const),
  digital_copy: fc.boolean(),
  not_recommended: fc.boolean(),
  recommended_license: fc.constantFrom(40 as const, 42 as const),
  reviewed_at: fc.constantFrom(null, '2026-05-04'),
  has_note: fc.boolean(),
  has_details: fc.boolean(),
})

const permits = fc.uniqueArray(permit, { selector: ({ id }) => id, maxLength: 40 })

/** All destinations with the rules of one permit, except for some. */
const completePermits = fc
  .tuple(permit, permits)
  .map(([rules, others]) =>
    destinationIds.map(id => others.find(other => other.id === id) ?? { ...rules, id }),
  )

it('unpacking restores the packed table', () => {
  fc.assert(
    fc.property(fc.oneof(permits, completePermits), permitList => {
      expect(unpackPermits(packPermits(permitList))).toEqual(
        new Map(permitList.map(entry => [entry.id, entry])),
      )
    }),
  )
})

it('a destination is found without unpacking the others', () => {
  fc.assert(
    fc.property(
      fc.oneof(permits, completePermits),
      fc.constantFrom(...destinationIds),
      (permitList, id) => {
        const group = findPermitGroup(packPermits(permitList), id.toUpperCase())
        expect(group?.from_).toBe(permitList.find(entry => entry.id === id)?.from_)
      },
    ),
  )
})

it('the largest group of a complete table does not list its destinations', () => {
  const [rules] = fc.sample(permit, 1) as [Permit]
  const permitList = destinationIds.map(id => ({ ...rules, id, slug: null, validity: 3 as const }))
  const inSpain = permitList.map(entry =>
    entry.id === 'es' ? { ...entry, validity: 1 as const } : entry,
  )
  expect(
    packPermits(inSpain)
      .map(({ destinations }) => destinations)
      .sort(),
  ).toEqual(['*', 'es'])
  expect(packPermits(inSpain.slice(1)).some(({ destinations }) => destinations === '*')).toBe(false)
  expect(findPermitGroup(packPermits(inSpain), 'nowhere')).toBeUndefined()
})

it('an empty table has no groups', () => {
  expect(packPermits([])).toEqual([])
  expect(unpackPermits([]).size).toBe(0)
})
