import type { Infer } from '@/contract/api-call'
import type { readPermit, WirePermits } from '@/contract/permits'
import { parseDestinationId } from '@/domain/data/destinations'
import { packPermits } from '@/domain/destinations/pack-permits'
import { findPermits } from '@/domain/destinations/permit-verdict'
import type { PermitSource } from '@/server/catalog/permit-data'
import { ApiError } from '@/server/infra/api-error'

/** The details of these many destinations stand in a page; of any more the browser asks. */
const maxDetailsInPage = 3

/** What a page's browser needs: the rules of every destination, and the words about those it is about. */
export async function loadWirePermits(
  { permits }: PermitSource,
  destinations: readonly string[] = [],
): Promise<WirePermits> {
  const { groups, details } = await permits()
  const entries = destinations.flatMap(code => {
    const id = parseDestinationId(code)
    const recordDetails = id && details.get(id)
    return recordDetails ? [[id, recordDetails] as const] : []
  })
  return { groups, details: Object.fromEntries(entries.slice(0, maxDetailsInPage)) }
}

/** The rules of these destinations alone, as a page's browser gets them. */
export async function loadPermitRules(
  { permits }: PermitSource,
  destinations: readonly string[],
): Promise<WirePermits> {
  const { table } = await permits()
  return { groups: packPermits(findPermits(table, destinations)), details: {} }
}

/** Everything that is said about one destination; `not_found` when nothing is. */
export async function readPermitDetails(
  { permits }: PermitSource,
  { params: { id } }: { params: Record<string, string> },
): Promise<Infer<typeof readPermit.response>> {
  const { details } = await permits()
  const permitDetails = details.get(parseDestinationId(id) ?? '')
  if (!permitDetails) throw new ApiError('not_found')
  return permitDetails
}
