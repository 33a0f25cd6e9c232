import type { Row } from '@/sandbox/store'
import { missing, refused } from '@/sandbox/stripe/failure'
import { expand, hashOf, type Parameters, text, whole } from '@/sandbox/stripe/parameters'
import type { Scene } from '@/sandbox/stripe/tables'

type ScenePart = 'charges' | 'customers' | 'intents' | 'invoices' | 'methods'

const LINKS: Record<string, ScenePart> = {
  charge: 'charges',
  customer: 'customers',
  latest_charge: 'charges',
  latest_invoice: 'invoices',
  payment_intent: 'intents',
  payment_method: 'methods',
}

const created = hashOf({ gt: whole, gte: whole, lt: whole, lte: whole })

export const LIST_SHAPE = {
  created,
  ending_before: text,
  expand,
  limit: whole,
  starting_after: text,
}

type ListParameters = Parameters<typeof LIST_SHAPE>
type Json = Record<string, unknown>

/** The object with the ids named in `paths` (`latest_charge.customer`) replaced by objects. */
export function expanded(scene: Scene, object: object, paths: string[] = []): object {
  return paths.reduce<Json>((copy, path) => expandedAt(scene, copy, path.split('.')), {
    ...object,
  })
}

/** One page of a list, newest first. Throws StripeFailure 400 on a limit that is not 1-100. */
export function listed<R extends Row & { created: number }>(
  scene: Scene,
  url: string,
  rows: R[],
  parameters: ListParameters,
): object {
  const { limit = 10, starting_after: after, ending_before: before } = parameters
  if (limit < 1 || limit > 100) {
    throw refused('Invalid limit: must be between 1 and 100', { param: 'limit' })
  }
  const newest = [...rows].reverse().filter(row => isWithin(row.created, parameters.created))
  const start = after ? placeOf(newest, after, 'starting_after') + 1 : 0
  const end = before ? placeOf(newest, before, 'ending_before') : newest.length
  const first = before ? Math.max(start, end - limit) : start
  const page = newest.slice(first, Math.min(end, first + limit))
  const hasMore = before ? first > 0 : first + page.length < end
  const paths = (parameters.expand ?? []).map(path => path.replace(/^data\./, ''))
  const data = page.map(row => expanded(scene, row, paths))
  return { object: 'list', url, has_more: hasMore, data }
}

function expandedAt(scene: Scene, object: Json, [head = '', ...rest]: string[]): Json {
  const part = LINKS[head]
  if (!part || !(head in object)) {
    throw refused(`This property cannot be expanded (${head}).`, { param: 'expand' })
  }
  const value = object[head]
  const found = typeof value === 'string' ? { ...scene[part].find(value) } : (value as Json | null)
  if (found === null) return object
  return { ...object, [head]: rest.length > 0 ? expandedAt(scene, found, rest) : found }
}

function isWithin(time: number, range: ListParameters['created']): boolean {
  const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = range ?? {}
  return time > gt && time >= gte && time < lt && time <= lte
}

function placeOf(rows: Row[], id: string, param: string): number {
  const place = rows.findIndex(row => row.id === id)
  if (place < 0) throw missing('object', id, param)
  return place
}
