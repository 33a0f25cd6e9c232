import type * as z from 'zod/mini'

export type Schema = z.core.$ZodType

/** Ends with a slash: the server redirects paths without it, unless they look like a file. */
export type ApiPath = `/api/${string}/` | `/locales/${string}.json`

/**
 * One backend call: method, path and the schemas of its request and response. `[name]` in the path
 * is a parameter.
 */
export interface ApiCall<
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  ResponseSchema extends Schema = Schema,
  Path extends ApiPath = ApiPath,
> {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'
  path: Path
  query?: Query
  /** JSON. Every body also carries `api_key`, which the transport adds and checks. */
  body?: Body
  response: ResponseSchema
  /** Headers of every response, also of a refusal. */
  headers?: Record<string, string>
  /** True: the response has no body; its status and headers are what `response` describes. */
  isBodiless?: true
}

/** Returns the definition with its types inferred. A call without query or body has none to infer. */
export const defineApiCall = <
  A extends Schema,
  const P extends ApiPath,
  Q extends Schema = never,
  B extends Schema = never,
>(
  definition: ApiCall<Q, B, A, P>,
): ApiCall<Q, B, A, P> => definition

/** The parsed type of a call's query, body or response schema. */
export type Infer<S> = NonNullable<S> extends Schema ? z.infer<NonNullable<S>> : undefined

/**
 * What a call takes: the parameters of its path, its query and its body. The checkout's `[token]`
 * is not among the parameters: the client of the browser fills it in.
 */
export type CallInput<Q extends Schema, B extends Schema, P extends ApiPath> = Part<'query', Q> &
  Part<'body', B> &
  ([PathParam<P>] extends [never] ? unknown : { params: Record<PathParam<P>, string> })

type Part<Name extends string, S> = [S] extends [never] ? unknown : Record<Name, Infer<S>>

type PathParam<Path extends string> = Path extends `${string}[${infer Name}]${infer Rest}`
  ? Exclude<Name, 'token'> | PathParam<Rest>
  : never
