import type { Infer } from '@/contract/api-call'
import type { readPermit, WirePermits } from '@/contract/permits'
import { parseDestinationId } from '@/domain/data/destinations'
import { packPermits } from '@/domain/destinations/pack-permits'
import { findPermits } from '@/domain/destinations/permit-verdict'
import type { PermitSource } from '@/server/catalog/permit-data'
import { ApiError } from '@/server/infra/api-error'

/** A page contains the details of at most this many destinations; the browser requests more. */
const maxDetailsInPage = 3

/**
 * The rules of every destination, and the details of the first three given ones. Only a shop with a
 * main site links to the destinations' pages there.
 */
export async function loadWirePermits(
  { permits }: PermitSource,
  destinations: readonly string[] = [],
  { hasSite = true } = {},
): Promise<WirePermits> {
  const { groups, groupsWithoutPages, details } = await permits()
  const entries = destinations.flatMap(code => {
    const id = parseDestinationId(code)
    const recordDetails = id && details.get(id)
    return recordDetails ? [[id, recordDetails] as const] : []
  })
  const shownGroups = hasSite ? groups : groupsWithoutPages
  return { groups: shownGroups, details: Object.fromEntries(entries.slice(0, maxDetailsInPage)) }
}

/** The rules of the given destinations only. */
export async function loadPermitRules(
  { permits }: PermitSource,
  destinations: readonly string[],
): Promise<WirePermits> {
  const { table } = await permits()
  return { groups: packPermits(findPermits(table, destinations)), details: {} }
}

/** The details of a destination as sanitized HTML. Throws `not_found` without any. */
export async function readPermitDetails(
  { permits }: PermitSource,
  { params: { id } }: { params: Record<string, string> },
): Promise<Infer<typeof readPermit.response>> {
  const { details } = await permits()
  const permitDetails = details.get(parseDestinationId(id) ?? '')
  if (!permitDetails) throw new ApiError('not_found')
  return permitDetails
}
