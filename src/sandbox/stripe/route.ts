import type { FormHash } from '@/sandbox/parse-form'
import type { Row } from '@/sandbox/store'
import { invalidRequest, resourceMissing } from '@/sandbox/stripe/api-error'
import {
  hashOf,
  integer,
  listOf,
  type Parameters,
  readParameters,
  type Shape,
  text,
} from '@/sandbox/stripe/parameters'
import type { RequestContext } from '@/sandbox/stripe/tables'

export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  /** `:id` matches one path segment. */
  path: string
  handle(context: RequestContext, form: FormHash, id: string): object
}

type ExpandableTable = 'charges' | 'customers' | 'intents' | 'invoices' | 'methods'

const LINKS: Record<string, ExpandableTable> = {
  charge: 'charges',
  customer: 'customers',
  latest_charge: 'charges',
  latest_invoice: 'invoices',
  payment_intent: 'intents',
  payment_method: 'methods',
}

const expand = listOf(text)
const PAGE_SHAPE = {
  created: hashOf({ gte: integer }),
  expand,
  limit: integer,
  starting_after: text,
}

type PageParameters = Parameters<typeof PAGE_SHAPE>
type Json = Record<string, unknown>

/** A call that returns one object. */
export function route<S extends Shape>(
  method: Route['method'],
  path: string,
  shape: S,
  execute: (context: RequestContext, parameters: Parameters<S>, id: string) => object,
): Route {
  return {
    method,
    path,
    handle(context, form, id) {
      const { expand: paths, ...parameters } = readParameters(form, { ...shape, expand })
      return expandObject(context, execute(context, parameters as Parameters<S>, id), paths)
    },
  }
}

/** A call that returns one page of a list. */
export function listRoute<S extends Shape, R extends Row & { created: number }>(
  path: string,
  filters: S,
  list: (context: RequestContext, filters: Parameters<S>) => R[],
): Route {
  return {
    method: 'GET',
    path,
    handle(context, form) {
      const parameters = readParameters(form, { ...filters, ...PAGE_SHAPE })
      return paginate(context, path, list(context, parameters as Parameters<S>), parameters)
    },
  }
}

/** Whether a list's filter is not set or has this value. */
export const isWanted = (filter: string | undefined, value: string | null): boolean =>
  filter === undefined || filter === value

/** One page of a list, newest first. Throws StripeError 400 for a limit outside 1-100. */
function paginate<R extends Row & { created: number }>(
  context: RequestContext,
  url: string,
  rows: R[],
  { created, expand: paths = [], limit = 10, starting_after: after }: PageParameters,
): object {
  if (limit < 1 || limit > 100) {
    throw invalidRequest('Invalid limit: must be between 1 and 100', { param: 'limit' })
  }
  const newest = rows.toReversed().filter(row => row.created >= (created?.gte ?? 0))
  const afterIndex = newest.findIndex(row => row.id === after)
  if (after && afterIndex < 0) throw resourceMissing('object', after, 'starting_after')
  const rest = newest.slice(afterIndex + 1)
  const rowPaths = paths.map(path => path.replace(/^data\./, ''))
  const data = rest.slice(0, limit).map(row => expandObject(context, row, rowPaths))
  return { object: 'list', url, has_more: rest.length > limit, data }
}

/** Replaces the ids at `paths` (`latest_charge.customer`) by objects. */
function expandObject(context: RequestContext, object: object, paths: string[] = []): object {
  return paths.reduce<Json>((copy, path) => expandPath(context, copy, path.split('.')), {
    ...object,
  })
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
