import type { IncomingMessage, ServerResponse } from 'node:http'

/** A request and its response. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  method: string
  url: URL
}

const MAX_BODY_BYTES = 256 * 1024

export class BodyTooLargeError extends Error {}

/** Reads the whole body. Throws BodyTooLargeError. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > MAX_BODY_BYTES) throw new BodyTooLargeError()
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const content = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, {
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    ...headers,
  })
  response.end(content)
}

/** Destroys the connection without a response, as a network failure does. */
export function dropConnection({ request }: Exchange): void {
  request.socket.destroy()
}

/** The route of a request, and the id in its path: `:id` matches one segment. */
export function findRoute<R extends { method: string; path: string }>(
  routes: readonly R[],
  { method, url }: Exchange,
): { route: R; id: string } | undefined {
  for (const route of routes) {
    const pattern = new RegExp(`^${route.path.replace(':id', '([^/]+)')}/?$`)
    const match = route.method === method ? pattern.exec(url.pathname) : null
    if (match) return { route, id: decodeURIComponent(match[1] ?? '') }
  }
  return undefined
}
