import type { Permit, PermitFacts, PermitTable } from '@/domain/destinations/permit-verdict'

/**
 * Destinations with the same rules, as they travel: nearly all countries share one, and the browser
 * needs them all. A destination is its id; behind a colon its page, where it has one.
 */
export interface PermitGroup extends PermitFacts {
  has_note: boolean
  has_details: boolean
  destinations: string
}

/** Packs a table for the way to the browser. */
export function groupsOf(permits: Iterable<Permit>): PermitGroup[] {
  const groups = new Map<string, PermitGroup>()
  for (const { id, slug, ...rules } of permits) {
    const key = JSON.stringify(rules)
    const before = groups.get(key)?.destinations
    const named = slug ? `${id}:${slug}` : id
    groups.set(key, { ...rules, destinations: before ? `${before} ${named}` : named })
  }
  return [...groups.values()]
}

/** The rules of one destination, found without unpacking the others; codes in any case. */
export const groupOf = (groups: readonly PermitGroup[], code: string): PermitGroup | undefined => {
  const id = code.toLowerCase()
  return groups.find(({ destinations }) =>
    destinations.split(' ').some(named => named === id || named.startsWith(`${id}:`)),
  )
}

/** Unpacks what `groupsOf` has packed. */
export const permitTable = (groups: readonly PermitGroup[]): PermitTable =>
  new Map(
    groups.flatMap(({ destinations, ...rules }) =>
      destinations.split(' ').map((named): [string, Permit] => {
        const [id = '', slug = null] = named.split(':')
        return [id, { ...rules, id: id as Permit['id'], slug }]
      }),
    ),
  )
