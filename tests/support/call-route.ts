import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { RouteHandler, RouteRequest } from '@/server/http/request'

/** A route file, as the app loads it. */
export interface RouteModule {
  default: RouteHandler
}

export interface RouteCall {
  method?: string
  /** Path parameters and query, as the router would pass them. */
  params?: Record<string, string | string[]>
  query?: Record<string, string | string[]>
  /** Sent as JSON, with the shop's public key added. */
  body?: object
  /** Sent unchanged instead of `body`. */
  rawBody?: string | Buffer
  /** undefined omits a header. */
  headers?: Record<string, string | undefined>
  /** Client IP of the request. */
  from?: string
}

export interface Reply {
  status: number
  headers: OutgoingHttpHeaders
  text: string
  bytes: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape are looked into by tests
  body: any
}

/** Calls a route's handler with Node request and response objects, without a port. */
export async function callRoute(route: RouteModule, call: RouteCall = {}): Promise<Reply> {
  const request = requestFor(call)
  const response = new ServerResponse(request)
  const chunks: Buffer[] = []
  const { write, end } = response
  response.write = ((chunk: string | Buffer) => chunks.push(Buffer.from(chunk)) > 0) as typeof write
  response.end = ((chunk?: string | Buffer) => {
    if (chunk) chunks.push(Buffer.from(chunk))
    return end.call(response, undefined, 'utf8')
  }) as typeof end
  await route.default(
    Object.assign(request, { query: { ...call.query, ...call.params } }),
    response,
  )
  const bytes = Buffer.concat(chunks)
  const text = bytes.toString()
  return {
    status: response.statusCode,
    headers: response.getHeaders(),
    text,
    bytes,
    body: parseJson(text),
  }
}

/** Serves a request that arrived on a port; `params` replace the router's. */
export function serveRoute(
  route: RouteModule,
  request: IncomingMessage,
  response: ServerResponse,
  params: Record<string, string> = {},
): Promise<void> {
  const { searchParams } = new URL(request.url ?? '', 'http://shop.example')
  const query = { ...Object.fromEntries(searchParams), ...params }
  return route.default(Object.assign(request, { query }) satisfies RouteRequest, response)
}
function requestFor({ method = 'GET', body, rawBody, headers, from, params }: RouteCall) {
  const payload = rawBody ?? (body && JSON.stringify({ api_key: 'demo', ...body }))
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', {
    value: from ?? '192.0.2.1',
  })
  const request = new IncomingMessage(socket)
  request.method = method
  request.url = `/checkouts/backend/api/${Object.values(params ?? {})
    .flat()
    .map(encodeURIComponent)
    .join('/')}`
  const allHeaders = {
    host: 'shop.example',
    ...(payload !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(payload)),
    }),
    ...headers,
  }
  request.headers = Object.fromEntries(
    Object.entries(allHeaders).filter(([, value]) => value !== undefined),
  )
  if (payload !== undefined) request.push(payload)
  request.push(null)
  return request
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
