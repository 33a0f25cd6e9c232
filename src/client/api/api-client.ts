import type * as z from 'zod/mini'
import * as schema from 'zod/mini'
import type { ApiCall, Infer, Schema } from '@/contract/api-call'
import { errorBody } from '@/contract/shared'

/** Why a call failed. With `offline` and `timeout` it is unknown whether the server acted. */
export class ApiClientError extends Error {
  override readonly name = 'CallFailure'

  constructor(
    readonly kind: 'refused' | 'fault' | 'offline' | 'timeout',
    readonly status: number,
    readonly refusal: z.infer<typeof errorBody>,
    /** Seconds to wait after a rate-limited call. */
    readonly retryAfterSeconds = 0,
  ) {
    super(refusal.detail)
  }

  get code(): string | undefined {
    return this.refusal.code
  }
}

export interface RequestOptions<Q, B> {
  params?: Record<string, string>
  query?: Q
  body?: B
  /** Lets the request outlive the page. */
  keepalive?: boolean
  /** Aborts the request before its timeout. */
  signal?: AbortSignal
}

const timeoutMs = 15_000
const prefix = '/checkouts/backend'

/** Makes one backend call and parses the response. Throws only `ApiClientError`. */
export async function callApi<Q extends Schema, B extends Schema, A extends Schema>(
  call: ApiCall<Q, B, A>,
  apiKey: string,
  options: RequestOptions<Infer<Q>, Infer<B>> = {},
): Promise<z.infer<A>> {
  const response = await fetchResponse(buildUrl(call.path, options), {
    method: call.method,
    ...(call.body && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...(options.body as object), api_key: apiKey }),
    }),
    ...(options.keepalive && { keepalive: true }),
    signal: withTimeout(options.signal),
  })
  const json: unknown = await response.json().catch(() => ({}))
  if (!response.ok) throw toApiClientError(response, json)
  const result = schema.safeParse(call.response, json)
  if (!result.success) throw new ApiClientError('fault', response.status, { detail: call.path })
  return result.data as z.infer<A>
}

async function fetchResponse(url: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(url, options)
  } catch (error) {
    const kind = (error as Error).name === 'TimeoutError' ? 'timeout' : 'offline'
    throw new ApiClientError(kind, 0, { detail: kind })
  }
}

/** Safari before 17.4 has no `AbortSignal.any`. */
function withTimeout(signal?: AbortSignal): AbortSignal {
  const timeoutSignal = AbortSignal.timeout(timeoutMs)
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
export function buildUrl(
  path: string,
  { params = {}, query }: RequestOptions<unknown, unknown>,
): string {
  const resolvedPath = path.replace(/\[(\w+)\]/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = new URLSearchParams(query as Record<string, string> | undefined).toString()
  return `${prefix}${resolvedPath}${search && `?${search}`}`
}
