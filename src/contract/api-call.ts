import type * as z from 'zod/mini'

export type Schema = z.core.$ZodType

/** One backend call: what it is named, what it takes and what it answers. `[name]` in the path is a parameter. */
export interface ApiCall<
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  ResponseSchema extends Schema = Schema,
> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Ends with a slash: without it the server answers with a redirect first. */
  path: `/api/${string}/`
  query?: Query
  /** JSON. Every body also carries `api_key`, which the transport adds and checks. */
  body?: Body
  response: ResponseSchema
}

/** Describes a call and keeps its types. */
export const defineApiCall = <Q extends Schema, B extends Schema, A extends Schema>(
  definition: ApiCall<Q, B, A>,
): ApiCall<Q, B, A> => definition

/** The parsed value of a call's query, body or answer. */
export type Infer<S> = NonNullable<S> extends Schema ? z.infer<NonNullable<S>> : undefined
