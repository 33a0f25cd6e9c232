import type { IncomingMessage } from 'node:http'
import { Failure } from '@/server/failures'

/**
 * Whether a write comes from our own pages. Browsers name the origin on every write; a caller that
 * names none is no browser and carries no customer's cookies.
 */
export function isSameOrigin({ headers }: IncomingMessage): boolean {
  const origin = headers.origin
  if (origin === undefined) return headers['sec-fetch-site'] !== 'cross-site'
  const host = headers['x-forwarded-host'] ?? headers.host
  return URL.canParse(origin) && new URL(origin).host === host
}

/**
 * The caller's address. `trustedProxies` of the rightmost forwarded addresses were written by our own
 * proxies; anything before them is the caller's own claim and counts for nothing.
 */
export function addressOf(request: IncomingMessage, trustedProxies: number): string {
  const direct = request.socket?.remoteAddress ?? 'unknown'
  if (trustedProxies === 0) return direct
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',')
  return forwarded.at(-trustedProxies)?.trim() || direct
}

/** Reads a header by its lower-case name. */
export type Header = (name: string) => string | undefined

/** The headers of a request; of one sent twice, the first. */
export const headerOf =
  ({ headers }: IncomingMessage): Header =>
  name =>
    [headers[name]].flat()[0]

/** One cookie's value from the request. */
export const cookieOf = ({ headers }: IncomingMessage, name: string): string | undefined =>
  cookieIn(headers.cookie, name)

/** One cookie's value from a Cookie header. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key, ...value] = pair.trim().split('=')
    if (key === name) return decoded(value.join('='))
  }
  return undefined
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

/** The body's bytes; more than `limit` of them is `too_large`, found out while they arrive. */
export async function rawBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > limit) throw new Failure('too_large')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}
