import type { FormHash } from '@/sandbox/parse-form'
import { expand } from '@/sandbox/stripe/parameters'
import type { RequestContext } from '@/sandbox/stripe/tables'

export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  /** `:id` stands for one part of the path. */
  path: string
  handle(context: RequestContext, form: FormHash, id: string): object
}

/** What may be said when reading one object. */
export const RETRIEVE_SHAPE = { expand }
