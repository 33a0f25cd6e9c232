import { setImmediate } from 'node:timers/promises'
import type { PermitDetails } from '@/contract/permits'
import {
  type DestinationRecord,
  parseSlug,
  toPermitRules,
} from '@/domain/destinations/cms-permit-record'
import { type PermitGroup, packPermits } from '@/domain/destinations/pack-permits'
import type { Permit, PermitTable } from '@/domain/destinations/permit-verdict'
import { cleanHtml } from '@/server/catalog/sanitize-html'

/** The country validity table for lookups, and packed for the wire. */
export interface Permits {
  table: PermitTable
  groups: PermitGroup[]
  /** The groups without the destinations' pages: half the size, for a shop without a main site. */
  groupsWithoutPages: PermitGroup[]
  /** Sanitized HTML of the destinations that have any. */
  details: ReadonlyMap<string, PermitDetails>
}

/** The source of the current table; it never rejects. */
export interface PermitSource {
  permits: () => Promise<Permits>
}

/** An empty table: pages give no advice. */
export const noPermits: Permits = {
  table: new Map(),
  groups: [],
  groupsWithoutPages: [],
  details: new Map(),
}

/**
 * Builds the table from records; `idsWithNotes` are the destinations with a built-in note.
 * Sanitizing a large table takes a while, so it yields to other requests after every country.
 */
export async function buildPermits(
  records: readonly DestinationRecord[],
  idsWithNotes: ReadonlySet<string> = new Set(),
): Promise<Permits> {
  const details = new Map<string, PermitDetails>()
  const table = new Map<string, Permit>()
  for (const record of records) {
    const { id } = record
    const more = toPermitDetails(record)
    if (more) {
      details.set(id, more)
      await setImmediate()
    }
    table.set(id, {
      ...toPermitRules(record),
      has_note: idsWithNotes.has(id),
      has_details: more !== undefined,
      id,
      slug: parseSlug(record),
    })
  }
  const permits = [...table.values()]
  const groupsWithoutPages = packPermits(permits.map(permit => ({ ...permit, slug: null })))
  return { table, groups: packPermits(permits), groupsWithoutPages, details }
}

function toPermitDetails(record: DestinationRecord): PermitDetails | undefined {
  const details = {
    condition_issuing: cleanHtml(record.condition_issuing),
    condition_using: cleanHtml(record.condition_using),
    description: cleanHtml(record.description),
  }
  return Object.values(details).some(Boolean) ? details : undefined
}
