import type { FormHash } from '@/sandbox/parse-form'
import { expand } from '@/sandbox/stripe/parameters'
import type { RequestContext } from '@/sandbox/stripe/tables'

export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  /** `:id` matches one path segment. */
  path: string
  handle(context: RequestContext, form: FormHash, id: string): object
}

/** Parameters for reading one object. */
export const RETRIEVE_SHAPE = { expand }
