import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIPv6 } from 'node:net'
import { ApiError } from '@/server/infra/api-error'

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
 * The caller's network address. `trustedProxies` of the rightmost forwarded addresses were written by our own
 * proxies; anything before them is the caller's own claim and counts for nothing.
 */
export function resolveClientAddress(request: IncomingMessage, trustedProxies: number): string {
  const peerAddress = request.socket?.remoteAddress ?? 'unknown'
  if (trustedProxies === 0) return toNetworkPrefix(peerAddress)
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',')
  return toNetworkPrefix(forwarded.at(-trustedProxies)?.trim() || peerAddress)
}

/** Of IPv6, every line has a whole /64 to itself: one caller, however many of its addresses are used. */
function toNetworkPrefix(address: string): string {
  const ip = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = (ip.split('%')[0] as string).split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = [...left, ...(tail === undefined ? [] : zeros), ...right].slice(0, 4)
  return groups.map(group => Number.parseInt(group, 16).toString(16)).join(':')
}

/** A request with the router's part: the query, and what stands in the path's brackets. */
export type RouteRequest = IncomingMessage & { query: Partial<Record<string, string | string[]>> }

/** What a route file exports. It reads the body itself: every route switches the framework's own parser off. */
export type RouteHandler = (request: RouteRequest, response: ServerResponse) => Promise<void>

/** Ends a response with JSON. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const json = JSON.stringify(body)
  response.statusCode = status
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Content-Length', Buffer.byteLength(json))
  response.end(json)
}

/** The JSON of a request's body, of at most `maxBytes` bytes. Throws `media_type`, `too_large` or `malformed`. */
export async function readJson(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  if (!jsonType.test(request.headers['content-type'] ?? '')) throw new ApiError('media_type')
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new ApiError('too_large')
  const text = (await readRawBody(request, maxBytes)).toString()
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError('malformed')
  }
}

const jsonType = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i

/** Reads a header by its lower-case name. */
export type HeaderReader = (name: string) => string | undefined

/** The headers of a request; of one sent twice, the first. */
export const createHeaderReader =
  ({ headers }: IncomingMessage): HeaderReader =>
  name =>
    [headers[name]].flat()[0]

/** One cookie's value from the request. */
export const readCookie = ({ headers }: IncomingMessage, name: string): string | undefined =>
  parseCookie(headers.cookie, name)

/** One cookie's value from a Cookie header. */
export function parseCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key, ...value] = pair.trim().split('=')
    if (key === name) return decodeSafely(value.join('='))
  }
  return undefined
}

function decodeSafely(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

/** The body's bytes; more than `maxBytes` of them is `too_large`, found out while they arrive. */
export async function readRawBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > maxBytes) throw new ApiError('too_large')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

/** What a caller who is refused may still send: so much, for so long. */
const lingerBytes = 8 * 1024 * 1024
const lingerMs = 2_000

/**
 * Ends the connection of a request whose body is not waited for. Not at once: a caller who is still sending
 * would find it broken before it has read the answer.
 */
export function closeConnection(request: IncomingMessage): void {
  if (request.complete || request.readableEnded) return
  const end = () => request.socket.destroy()
  const timer = setTimeout(end, lingerMs)
  timer.unref()
  request.once('close', () => clearTimeout(timer))
  let size = 0
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > lingerBytes) end()
  })
  request.resume()
}
