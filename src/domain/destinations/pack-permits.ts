import type { Permit, PermitRules, PermitTable } from '@/domain/destinations/permit-verdict'

/**
 * Destinations with the same rules, packed for the wire: nearly all countries share one group, and
 * the browser needs all of them. A destination is its id, with its page after a colon if it has
 * one.
 */
export interface PermitGroup extends PermitRules {
  has_note: boolean
  has_details: boolean
  destinations: string
}

/** Packs a table for the browser. */
export function packPermits(permits: Iterable<Permit>): PermitGroup[] {
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
  const id = code.toLowerCase()
  return groups.find(({ destinations }) =>
    destinations.split(' ').some(entry => entry === id || entry.startsWith(`${id}:`)),
  )
}

/** Unpacks the groups of `packPermits`. */
export const unpackPermits = (groups: readonly PermitGroup[]): PermitTable =>
  new Map(
    groups.flatMap(({ destinations, ...rules }) =>
      destinations.split(' ').map((entry): [string, Permit] => {
        const [id = '', slug = null] = entry.split(':')
        return [id, { ...rules, id: id as Permit['id'], slug }]
      }),
    ),
  )
