import type { Row } from '@/sandbox/store'
import { invalidRequest, resourceMissing } from '@/sandbox/stripe/api-error'
import { expand, hashOf, integer, type Parameters, text } from '@/sandbox/stripe/parameters'
import type { RequestContext } from '@/sandbox/stripe/tables'

type ExpandableTable = 'charges' | 'customers' | 'intents' | 'invoices' | 'methods'

const LINKS: Record<string, ExpandableTable> = {
  charge: 'charges',
  customer: 'customers',
  latest_charge: 'charges',
  latest_invoice: 'invoices',
  payment_intent: 'intents',
  payment_method: 'methods',
}

const created = hashOf({ gt: integer, gte: integer, lt: integer, lte: integer })

export const LIST_SHAPE = {
  created,
  ending_before: text,
  expand,
  limit: integer,
  starting_after: text,
}

type ListParameters = Parameters<typeof LIST_SHAPE>
type Json = Record<string, unknown>

/** Replaces the ids at `paths` (`latest_charge.customer`) by objects. */
export function expandObject(
  context: RequestContext,
  object: object,
  paths: string[] = [],
): object {
  return paths.reduce<Json>((copy, path) => expandPath(context, copy, path.split('.')), {
    ...object,
  })
}

/** One page of a list, newest first. Throws StripeError 400 for a limit outside 1-100. */
export function paginate<R extends Row & { created: number }>(
  context: RequestContext,
  url: string,
  rows: R[],
  parameters: ListParameters,
): object {
  const { limit = 10, starting_after: after, ending_before: before } = parameters
  if (limit < 1 || limit > 100) {
    throw invalidRequest('Invalid limit: must be between 1 and 100', { param: 'limit' })
  }
  const newest = [...rows].reverse().filter(row => isWithin(row.created, parameters.created))
  const start = after ? findIndexById(newest, after, 'starting_after') + 1 : 0
  const end = before ? findIndexById(newest, before, 'ending_before') : newest.length
  const firstIndex = before ? Math.max(start, end - limit) : start
  const page = newest.slice(firstIndex, Math.min(end, firstIndex + limit))
  const hasMore = before ? firstIndex > 0 : firstIndex + page.length < end
  const paths = (parameters.expand ?? []).map(path => path.replace(/^data\./, ''))
  const data = page.map(row => expandObject(context, row, paths))
  return { object: 'list', url, has_more: hasMore, data }
}

function expandPath(context: RequestContext, object: Json, [head = '', ...rest]: string[]): Json {
  const tableName = LINKS[head]
  if (!tableName || !(head in object)) {
    throw invalidRequest(`This property cannot be expanded (${head}).`, { param: 'expand' })
  }
  const value = object[head]
  const found =
    typeof value === 'string' ? { ...context[tableName].find(value) } : (value as Json | null)
  if (found === null) return object
  return { ...object, [head]: rest.length > 0 ? expandPath(context, found, rest) : found }
}

function isWithin(time: number, range: ListParameters['created']): boolean {
  const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = range ?? {}
  return time > gt && time >= gte && time < lt && time <= lte
}

function findIndexById(rows: Row[], id: string, param: string): number {
  const index = rows.findIndex(row => row.id === id)
  if (index < 0) throw resourceMissing('object', id, param)
  return index
}
