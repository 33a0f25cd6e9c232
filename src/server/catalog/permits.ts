import type { Infer } from '@/contract/call'
import type { readPermit, WirePermits } from '@/contract/permits'
import { destinationIdOf } from '@/domain/data/destinations'
import { groupsOf } from '@/domain/destinations/pack-permits'
import { permitsAt } from '@/domain/destinations/permit-verdict'
import type { PermitSource } from '@/server/catalog/permit-data'
import { Failure } from '@/server/infra/api-error'

/** The details of these many destinations stand in a page; of any more the browser asks. */
const detailsInPage = 3

/** What a page's browser needs: the rules of every destination, and the words about those it is about. */
export async function permitsFor(
  { permits }: PermitSource,
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
  { permits }: PermitSource,
  destinations: readonly string[],
): Promise<WirePermits> {
  const { table } = await permits()
  return { groups: groupsOf(permitsAt(table, destinations)), details: {} }
}

/** Everything that is said about one destination; `not_found` when nothing is. */
export async function readPermitDetails(
  { permits }: PermitSource,
  { params: { id } }: { params: Record<string, string> },
): Promise<Infer<typeof readPermit.answer>> {
  const { details } = await permits()
  const found = details.get(destinationIdOf(id) ?? '')
  if (!found) throw new Failure('not_found')
  return found
}
