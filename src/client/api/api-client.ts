import * as schema from 'zod/mini'
import { ApiClientError } from '@/client/api/api-client-error'
import type { ApiCall, ApiPath, CallInput, Infer, Schema } from '@/contract/api-call'
import { errorBody } from '@/contract/shared'

export interface RequestOptions {
  /** Fills in `[token]` of the path; by default the token of the current checkout. */
  token?: string
  /** Lets the request outlive the page. */
  keepalive?: boolean
  /** Aborts the request before its timeout. */
  signal?: AbortSignal
  /** Runs once the server has accepted the request, before its response is read. */
  onAccepted?: () => void
}

/** What is passed besides the call: its input, if it needs any, and how it is sent. */
type CallOptions<Q extends Schema, B extends Schema, P extends ApiPath> =
  Record<never, never> extends CallInput<Q, B, P>
    ? [options?: RequestOptions]
    : [options: CallInput<Q, B, P> & RequestOptions]

/** Makes one backend call and parses the response. Throws only `ApiClientError`. */
export type ApiClient = <Q extends Schema, B extends Schema, A extends Schema, P extends ApiPath>(
  call: ApiCall<Q, B, A, P>,
  ...options: CallOptions<Q, B, P>
) => Promise<Infer<A>>

/** A call's input as the client reads it, whatever the call. */
interface AnyInput extends RequestOptions {
  params?: Record<string, string>
  query?: unknown
  body?: unknown
}

const timeoutMs = 15_000
const prefix = '/checkouts/backend'

/** The client for this key. `readToken` reads the token of the current checkout. */
export const createApiClient = (apiKey: string, readToken = () => ''): ApiClient =>
  async function callApi(
    call: ApiCall,
    { params, query, body, token = readToken(), keepalive, signal, onAccepted }: AnyInput = {},
  ) {
    const response = await fetchResponse(buildUrl(call.path, { token, ...params }, query), {
      method: call.method,
      ...(call.body && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...(body as object), api_key: apiKey }),
      }),
      ...(keepalive && { keepalive }),
      signal: withTimeout(signal),
    })
    if (response.ok) onAccepted?.()
    return parseResponse(response, call)
  } as ApiClient

/** The JSON of a call's response. Throws an `ApiClientError` for a refusal. */
export async function parseResponse<A extends Schema>(
  response: Response,
  call: ApiCall<Schema, Schema, A>,
): Promise<Infer<A>> {
  const json: unknown = await response.json().catch(() => ({}))
  if (!response.ok) throw toApiClientError(response, json)
  const result = schema.safeParse(call.response, json)
  if (!result.success) throw new ApiClientError('fault', response.status, { detail: call.path })
  return result.data as Infer<A>
}

/** `fetch` whose failure is an `ApiClientError`. */
export async function fetchResponse(url: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(url, options)
  } catch (error) {
    const kind = (error as Error).name === 'TimeoutError' ? 'timeout' : 'offline'
    throw new ApiClientError(kind, 0, { detail: kind })
  }
}

/** Safari before 17.4 has no `AbortSignal.any`. */
export function withTimeout(signal?: AbortSignal, limitMs = timeoutMs): AbortSignal {
  const timeoutSignal = AbortSignal.timeout(limitMs)
  if (!signal) return timeoutSignal
  const controller = new AbortController()
  for (const source of [signal, timeoutSignal])
    source.addEventListener('abort', () => controller.abort(source.reason), { once: true })
  return controller.signal
}

/** Converts an error response. */
export function toApiClientError(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  json: unknown,
): ApiClientError {
  const parsed = schema.safeParse(errorBody, json)
  const refusal = parsed.success ? parsed.data : { detail: 'fault' }
  // A 503 without our code comes from a proxy: the server may still have acted.
  const isOurs = status < 500 || refusal.code === 'unavailable'
  // A proxy may send a date instead, which is ignored.
  const retryAfterSeconds = Number(headers.get('Retry-After')) || 0
  return new ApiClientError(isOurs ? 'refused' : 'fault', status, refusal, retryAfterSeconds)
}

/** The URL of a call. */
export function buildUrl(path: ApiPath, params: Record<string, string>, query?: unknown): string {
  const resolvedPath = path.replace(/\[(\w+)\]/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = new URLSearchParams(query as Record<string, string> | undefined).toString()
  return `${prefix}${resolvedPath}${search && `?${search}`}`
}
