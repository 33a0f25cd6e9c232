import { destinationIds, parseDestinationId } from '@/domain/data/destinations'
import type { Permit, PermitRules, PermitTable } from '@/domain/destinations/permit-verdict'

/**
 * Destinations with the same rules, packed for the wire: nearly all countries share one group, and
 * the browser needs all of them. A destination is its id, with its page after a colon if it has
 * one; `*` is every destination that no other group has.
 */
export interface PermitGroup extends PermitRules {
  has_note: boolean
  has_details: boolean
  destinations: string
}

const allOthers = '*'

/** Packs a table for the browser. */
export function packPermits(permits: Iterable<Permit>): PermitGroup[] {
  const groups = groupPermits(permits)
  const destinations = groups.flatMap(group => group.destinations.split(' '))
  const largest = groups.toSorted((a, b) => b.destinations.length - a.destinations.length)[0]
  const isComplete = destinations.length === destinationIds.length
  if (largest && isComplete && !largest.destinations.includes(':')) largest.destinations = allOthers
  return groups
}

function groupPermits(permits: Iterable<Permit>): PermitGroup[] {
  const groups = new Map<string, PermitGroup>()
  for (const { id, slug, ...rules } of permits) {
    const key = JSON.stringify(rules)
    const packedDestinations = groups.get(key)?.destinations
    const entry = slug ? `${id}:${slug}` : id
    groups.set(key, {
      ...rules,
      destinations: packedDestinations ? `${packedDestinations} ${entry}` : entry,
    })
  }
  return [...groups.values()]
}

/** The rules of one destination, without unpacking the others; codes in any case. */
export const findPermitGroup = (
  groups: readonly PermitGroup[],
  code: string,
): PermitGroup | undefined => {
  const id = parseDestinationId(code)
  if (!id) return undefined
  const has = ({ destinations }: PermitGroup, name: string) =>
    destinations.split(' ').some(entry => entry === name || entry.startsWith(`${name}:`))
  return groups.find(group => has(group, id)) ?? groups.find(group => has(group, allOthers))
}

/** Unpacks the groups of `packPermits`. */
export function unpackPermits(groups: readonly PermitGroup[]): PermitTable {
  const entries = groups.flatMap(({ destinations, ...rules }) =>
    destinations.split(' ').map((entry): [string, Permit] => {
      const [id = '', slug = null] = entry.split(':')
      return [id, { ...rules, id: id as Permit['id'], slug }]
    }),
  )
  const table = new Map(entries)
  const others = table.get(allOthers)
  table.delete(allOthers)
  if (others) for (const id of destinationIds) if (!table.has(id)) table.set(id, { ...others, id })
  return table
}
