import type * as z from 'zod/mini'
import * as schema from 'zod/mini'
import type { Call, Infer, Schema } from '@/contract/call'
import { refusal as refusalShape } from '@/contract/shared'

/** Why a call brought no answer. `offline` and `timeout` leave open whether the server acted. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure'

  constructor(
    readonly kind: 'refused' | 'fault' | 'offline' | 'timeout',
    readonly status: number,
    readonly refusal: z.infer<typeof refusalShape>,
    /** After how long a call that came too often may be made again. */
    readonly retryAfterSeconds = 0,
  ) {
    super(refusal.detail)
  }

  get code(): string | undefined {
    return this.refusal.code
  }
}

export interface Sent<Q, B> {
  params?: Record<string, string>
  query?: Q
  body?: B
  /** Lets the request outlive the page. */
  keepalive?: boolean
  /** Ends the request before its time is over. */
  signal?: AbortSignal
}

const timeoutMs = 15_000
const prefix = '/checkouts/backend'

/** Makes one backend call and parses what comes back. Throws a `CallFailure`, nothing else. */
export async function send<Q extends Schema, B extends Schema, A extends Schema>(
  call: Call<Q, B, A>,
  apiKey: string,
  sent: Sent<Infer<Q>, Infer<B>> = {},
): Promise<z.infer<A>> {
  const response = await ask(urlOf(call.path, sent), {
    method: call.method,
    ...(call.body && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...(sent.body as object), api_key: apiKey }),
    }),
    ...(sent.keepalive && { keepalive: true }),
    signal: withinTime(sent.signal),
  })
  const json: unknown = await response.json().catch(() => ({}))
  if (!response.ok) throw refused(response, json)
  const answer = schema.safeParse(call.answer, json)
  if (!answer.success) throw new CallFailure('fault', response.status, { detail: call.path })
  return answer.data as z.infer<A>
}

async function ask(url: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(url, options)
  } catch (error) {
    const kind = (error as Error).name === 'TimeoutError' ? 'timeout' : 'offline'
    throw new CallFailure(kind, 0, { detail: kind })
  }
}

/** Safari before 17.4 cannot join two signals by itself. */
function withinTime(signal?: AbortSignal): AbortSignal {
  const limit = AbortSignal.timeout(timeoutMs)
  if (!signal) return limit
  const end = new AbortController()
  for (const one of [signal, limit])
    one.addEventListener('abort', () => end.abort(one.reason), { once: true })
  return end.signal
}

/** What an answer that is no success says. */
export function refused(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  json: unknown,
): CallFailure {
  const parsed = schema.safeParse(refusalShape, json)
  const told = parsed.success ? parsed.data : { detail: 'fault' }
  // A 503 without our code is some proxy's: it does not say that nothing was done.
  const isOurs = status < 500 || told.code === 'unavailable'
  // A proxy may name a date instead: that says nothing here.
  const wait = Number(headers.get('Retry-After')) || 0
  return new CallFailure(isOurs ? 'refused' : 'fault', status, told, wait)
}

/** The address of a call. */
export function urlOf(path: string, { params = {}, query }: Sent<unknown, unknown>): string {
  const named = path.replace(/\[(\w+)\]/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = new URLSearchParams(query as Record<string, string> | undefined).toString()
  return `${prefix}${named}${search && `?${search}`}`
}
