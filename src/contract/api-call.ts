import type * as z from 'zod/mini'

export type Schema = z.core.$ZodType

/**
 * One backend call: method, path and the schemas of its request and response. `[name]` in the path
 * is a parameter.
 */
export interface ApiCall<
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  ResponseSchema extends Schema = Schema,
> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Ends with a slash: the server redirects paths without it. */
  path: `/api/${string}/`
  query?: Query
  /** JSON. Every body also carries `api_key`, which the transport adds and checks. */
  body?: Body
  response: ResponseSchema
}

/** Returns the definition with its types inferred. */
export const defineApiCall = <Q extends Schema, B extends Schema, A extends Schema>(
  definition: ApiCall<Q, B, A>,
): ApiCall<Q, B, A> => definition

/** The parsed type of a call's query, body or response schema. */
export type Infer<S> = NonNullable<S> extends Schema ? z.infer<NonNullable<S>> : undefined
