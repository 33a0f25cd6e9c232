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

it('unpacking restores the packed table', () => {
  fc.assert(
    fc.property(permits, permitList => {
      expect(unpackPermits(packPermits(permitList))).toEqual(
        new Map(permitList.map(entry => [entry.id, entry])),
      )
    }),
  )
})

it('a destination is found without unpacking the others', () => {
  fc.assert(
    fc.property(permits, fc.constantFrom(...destinationIds), (permitList, id) => {
      const group = findPermitGroup(packPermits(permitList), id.toUpperCase())
      expect(group?.from_).toBe(permitList.find(entry => entry.id === id)?.from_)
    }),
  )
})

it('an empty table has no groups', () => {
  expect(packPermits([])).toEqual([])
  expect(unpackPermits([]).size).toBe(0)
})
