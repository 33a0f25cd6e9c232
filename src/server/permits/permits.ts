import { setImmediate } from 'node:timers/promises'
import type { Infer } from '@/contract/call'
import type { PermitDetails, readPermit, WirePermits } from '@/contract/permits'
import { destinationIdOf } from '@/domain/data/destinations'
import { groupsOf, type PermitGroup } from '@/domain/permit-groups'
import { type DestinationRecord, factsOf, slugOf } from '@/domain/permit-record'
import { type Permit, type PermitTable, permitsAt } from '@/domain/permits'
import type { Backend } from '@/server/backend'
import { Failure } from '@/server/failures'
import { cleanHtml } from '@/server/permits/clean-html'

/** The country validity table, ready to be asked and to be sent. */
export interface Permits {
  table: PermitTable
  groups: PermitGroup[]
  /** Clean HTML, of the destinations that have any. */
  details: ReadonlyMap<string, PermitDetails>
}

/** A table nothing is known by: no advice. */
export const noPermits: Permits = { table: new Map(), groups: [], details: new Map() }

/**
 * Makes a table of records; `noted` are the destinations the built-in texts have words about. Cleaning
 * a large table takes a while: other requests get their turn after every country.
 */
export async function permitsOf(
  records: readonly DestinationRecord[],
  noted: ReadonlySet<string> = new Set(),
): Promise<Permits> {
  const details = new Map<string, PermitDetails>()
  const table = new Map<string, Permit>()
  for (const record of records) {
    const { id } = record
    const more = detailsOf(record)
    if (more) {
      details.set(id, more)
      await setImmediate()
    }
    table.set(id, {
      ...factsOf(record),
      has_note: noted.has(id),
      has_details: more !== undefined,
      id,
      slug: slugOf(record),
    })
  }
  return { table, groups: groupsOf(table.values()), details }
}

function detailsOf(record: DestinationRecord): PermitDetails | undefined {
  const details = {
    condition_issuing: cleanHtml(record.condition_issuing),
    condition_using: cleanHtml(record.condition_using),
    description: cleanHtml(record.description),
  }
  return Object.values(details).some(Boolean) ? details : undefined
}

/** The details of these many destinations stand in a page; of any more the browser asks. */
const detailsInPage = 3

/** What a page's browser needs: the rules of every destination, and the words about those it is about. */
export async function permitsFor(
  { permits }: Pick<Backend, 'permits'>,
  about: readonly string[] = [],
): Promise<WirePermits> {
  const { groups, details } = await permits()
  const told = about.flatMap(code => {
    const id = destinationIdOf(code)
    const more = id && details.get(id)
    return more ? [[id, more] as const] : []
  })
  return { groups, details: Object.fromEntries(told.slice(0, detailsInPage)) }
}

/** The rules of these destinations alone, as a page's browser gets them. */
export async function rulesOf(
  { permits }: Pick<Backend, 'permits'>,
  destinations: readonly string[],
): Promise<WirePermits> {
  const { table } = await permits()
  return { groups: groupsOf(permitsAt(table, destinations)), details: {} }
}

/** Everything that is said about one destination; `not_found` when nothing is. */
export async function readPermitDetails(
  { permits }: Pick<Backend, 'permits'>,
  { params: { id } }: { params: Record<string, string> },
): Promise<Infer<typeof readPermit.answer>> {
  const { details } = await permits()
  const found = details.get(destinationIdOf(id) ?? '')
  if (!found) throw new Failure('not_found')
  return found
}
