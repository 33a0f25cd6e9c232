import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIPv6 } from 'node:net'
import { parseCookie as parseCookieHeader } from 'cookie'
import { dismissalPrefix } from '@/domain/checkout/dismissals'
import { decodeUri } from '@/domain/input/decode-uri'
import { ApiError, shouldCloseConnection } from '@/server/infra/api-error'
import { getRequestId } from '@/server/infra/request-context'

/**
 * Whether a write comes from the shop's own pages. Browsers send the Origin with every write; a
 * caller without one is not a browser and has no customer's cookies. Only the shop's own proxies
 * may name another host than the request's.
 */
export function isSameOrigin(
  { headers }: Pick<IncomingMessage, 'headers'>,
  trustedProxies: number,
): boolean {
  const origin = headers.origin
  if (origin === undefined) return headers['sec-fetch-site'] !== 'cross-site'
  // Some proxies replace this header instead of appending to it.
  const forwarded =
    readForwarded(headers, 'x-forwarded-host', trustedProxies) ??
    readForwarded(headers, 'x-forwarded-host', Math.min(trustedProxies, 1))
  const host = forwarded ?? headers.host
  return URL.canParse(origin) && new URL(origin).host === host
}

/**
 * Whether Next's router asks for a page's data. The URL shows it: Next removes the header of such
 * requests, and the base path.
 */
export const isDataRequest = ({ url = '' }: Pick<IncomingMessage, 'url'>): boolean =>
  url.includes('/_next/data/')

/**
 * The client IP; IPv6 as its /64 network. The rightmost `trustedProxies` forwarded addresses are
 * written by the shop's own proxies; anything before them is untrusted.
 */
export function resolveClientAddress(request: IncomingMessage, trustedProxies: number): string {
  const peerAddress = request.socket?.remoteAddress ?? 'unknown'
  const forwarded = readForwarded(request.headers, 'x-forwarded-for', trustedProxies)
  return toNetworkPrefix(forwarded ?? peerAddress)
}

/** The value that the first of the shop's own proxies wrote; undefined without one. */
function readForwarded(
  headers: IncomingMessage['headers'],
  name: string,
  trustedProxies: number,
): string | undefined {
  if (trustedProxies === 0) return undefined
  const values = String(headers[name] ?? '').split(',')
  return values.at(-trustedProxies)?.trim() || undefined
}

const forwardedHeaders = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
]

/**
 * Removes the headers of proxies from the request of a server without proxies of its own: Next
 * believes them, whoever sent them.
 */
export function dropUntrustedHeaders(
  { headers }: Pick<IncomingMessage, 'headers'>,
  trustedProxies: number,
): void {
  if (trustedProxies > 0) return
  for (const name of forwardedHeaders) delete headers[name]
}

/** An IPv6 connection has a whole /64, so one client can use many addresses of it. */
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

/** A request with the query and the path parameters of the router. */
export type RouteRequest = IncomingMessage & { query: Partial<Record<string, string | string[]>> }

/**
 * The export of a route file. It reads the body itself: every route disables the framework's
 * parser.
 */
export type RouteHandler = (request: RouteRequest, response: ServerResponse) => Promise<void>

/** Ends a response with JSON. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const json = JSON.stringify(body)
  response.statusCode = status
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Content-Length', Buffer.byteLength(json))
  response.end(json)
}

/**
 * Ends a response with an error's status and JSON. Only faults are logged, so only they have the
 * `request_id` that finds them in the log.
 */
export function sendApiError(
  request: IncomingMessage,
  response: ServerResponse,
  error: ApiError,
): void {
  const { retryAfterSeconds } = error.details
  if (retryAfterSeconds) response.setHeader('Retry-After', retryAfterSeconds)
  if (shouldCloseConnection(error)) closeConnection(request)
  if (error.status < 500) sendJson(response, error.status, error)
  else sendJson(response, error.status, { ...error.toJSON(), request_id: getRequestId() })
}

/** Ends a response with 500 and JSON without details. */
export const sendFault = (response: ServerResponse, detail: string): void =>
  sendJson(response, 500, { detail, code: 'fault', request_id: getRequestId() })

/**
 * The JSON of a request's body of at most `maxBytes` bytes. Throws `media_type`, `too_large` or
 * `malformed`,
 * also for more than 32 levels.
 */
export async function readJson(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  if (!jsonType.test(request.headers['content-type'] ?? '')) throw new ApiError('media_type')
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new ApiError('too_large')
  const text = (await readRawBody(request, maxBytes)).toString()
  if (isTooDeep(text)) throw new ApiError('malformed')
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError('malformed')
  }
}

/** No call has more than ten levels; deeper values could exhaust the stack of what reads them. */
const maxDepth = 32

/** Whether brackets outside of texts are nested too deep. */
function isTooDeep(json: string): boolean {
  let depth = 0
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[{]|[\]}]/gs)) {
    if (token === '[' || token === '{') depth += 1
    else if (token === ']' || token === '}') depth -= 1
    if (depth > maxDepth) return true
  }
  return false
}

const jsonType = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i

/** Reads a header by its lower-case name. */
export type HeaderReader = (name: string) => string | undefined

/** Reads the request's headers; for a repeated header, the first value. */
export const createHeaderReader =
  ({ headers }: IncomingMessage): HeaderReader =>
  name =>
    [headers[name]].flat()[0]

/** One cookie's value from the request; undefined without it. */
export const readCookie = ({ headers }: IncomingMessage, name: string): string | undefined =>
  parseCookie(headers.cookie, name)

/** One cookie's value from a Cookie header; undefined without it or if it cannot be decoded. */
export const parseCookie = (header: string | undefined, name: string): string | undefined =>
  parseCookieHeader(header ?? '', { decode: decodeUri })[name]

/** The names of dismissed banners in a Cookie header; one that cannot be decoded, as it is. */
export const readDismissals = (header = ''): string[] =>
  Object.keys(parseCookieHeader(header))
    .filter(name => name.startsWith(dismissalPrefix))
    .map(name => name.slice(dismissalPrefix.length))
    .map(name => decodeUri(name) ?? name)

/** The bytes of the body. Throws `too_large` as soon as more than `maxBytes` have arrived. */
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

/** Bytes and time that a refused request may still send. */
const lingerBytes = 8 * 1024 * 1024
const lingerMs = 2_000

/**
 * Closes the connection of a request whose body is not read, after at most 2 s or 8 MiB: a client
 * that is still sending could otherwise not read the response.
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
