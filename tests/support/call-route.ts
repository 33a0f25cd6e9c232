import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { stringify as stringifyQuery } from 'node:querystring'
import { getBackend } from '@/server/backend'
import { observeRequest } from '@/server/http/observe-request'
import { handleCall } from '@/server/routes'

export interface RouteCall {
  method?: string
  /** Values for the `[name]`s of the path. */
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

/**
 * Sends a request to the server's routing with Node request and response objects, without a port.
 * The path is one below `/checkouts`, such as `/backend/api/checkout/[token]/`.
 */
export async function callRoute(path: string, call: RouteCall = {}): Promise<Reply> {
  const request = requestFor(path, call)
  const response = new ServerResponse(request)
  const chunks: Buffer[] = []
  const { write, end } = response
  response.write = ((chunk: string | Buffer) => chunks.push(Buffer.from(chunk)) > 0) as typeof write
  response.end = ((chunk?: string | Buffer) => {
    if (chunk) chunks.push(Buffer.from(chunk))
    return end.call(response, undefined, 'utf8')
  }) as typeof end
  await serveCall(request, response)
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

/** Answers a request as the server does for addresses that are neither pages nor files. */
export async function serveCall(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { trustedProxies } = (await getBackend()).env
  await observeRequest(request, response, trustedProxies, async () => {
    if (await handleCall(request, response)) return
    response.statusCode = 404
    response.end()
  })
}

/** The address of a path below `/checkouts` with its parameters filled in. */
const buildUrl = (path: string, { params = {}, query = {} }: RouteCall): string => {
  const filled = path.replace(/\[(?:\.\.\.)?(\w+)\]/g, (placeholder, name) =>
    [params[name] ?? placeholder].flat().map(encodeURIComponent).join('/'),
  )
  return `/checkouts${filled}?${stringifyQuery(query)}`
}

function requestFor(path: string, call: RouteCall): IncomingMessage {
  const { method = 'GET', body, rawBody, headers, from } = call
  const payload = rawBody ?? (body && JSON.stringify({ api_key: 'demo', ...body }))
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', {
    value: from ?? '192.0.2.1',
  })
  const request = new IncomingMessage(socket)
  request.method = method
  request.url = buildUrl(path, call)
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
