import type { ServerResponse } from 'node:http'
import type * as z from 'zod/mini'
import * as schema from 'zod/mini'
import type { ApiCall, Infer, Schema } from '@/contract/api-call'
import { toFieldIssues } from '@/domain/input/field-issue'
import { type Backend, getBackend } from '@/server/backend'
import { setCookie } from '@/server/http/cookies'
import {
  isSameOrigin,
  type RouteHandler,
  type RouteRequest,
  readJson,
  resolveClientAddress,
  sendApiError,
  sendFault,
  sendJson,
} from '@/server/http/request'
import { ApiError } from '@/server/infra/api-error'
import { toApiError } from '@/server/infra/outage'
import { toSafeLog } from '@/server/infra/safe-error-log'

/** The input of a use case: parsed query, body and path parameters. */
export interface Input<Q, B> {
  params: Record<string, string>
  query: Q
  body: B
  /** The client IP, as far as trusted proxies report it. */
  address: string
  header: (name: string) => string | undefined
  /** For bodies that are not JSON: the use case reads them. */
  request: RouteRequest
}

interface Endpoint {
  call: ApiCall
  run: (backend: Backend, input: Input<never, never>) => Promise<unknown>
  /** A cookie of the response, computed from the result. */
  cookie?:
    | ((backend: Backend, result: never, input: Input<never, never>) => string | undefined)
    | undefined
}

/** Connects a call of the contract with its use case. */
export const defineEndpoint = <
  Q extends Schema,
  B extends Schema,
  A extends Schema,
  Answer extends z.infer<A>,
>(
  call: ApiCall<Q, B, A>,
  run: (backend: Backend, input: Input<Infer<Q>, Infer<B>>) => Promise<Answer>,
  cookie?: (
    backend: Backend,
    result: Answer,
    input: Input<Infer<Q>, Infer<B>>,
  ) => string | undefined,
): Endpoint => ({ call, run: run as Endpoint['run'], cookie: cookie as Endpoint['cookie'] })

/** Throws an `ApiError` for a request that may not make the call. */
export type Authorize = (backend: Backend, request: RouteRequest) => Promise<void>

/**
 * The route handlers of these endpoints by path below `/checkouts`, one for all methods of a path.
 * `authorize` takes the place of the check of origin and `api_key`.
 */
export function serve(
  prefix: string,
  endpoints: Endpoint[],
  authorize?: Authorize,
): Record<string, RouteHandler> {
  const paths = new Set(endpoints.map(({ call }) => call.path))
  return Object.fromEntries(
    [...paths].map(path => [
      prefix + path,
      createHandler(
        endpoints.filter(({ call }) => call.path === path),
        authorize,
      ),
    ]),
  )
}

/** The route handler of an address that no endpoint has. */
export const handleUnknownCall: RouteHandler = createHandler([])

/**
 * The route handler of a path: one endpoint per method. An `ApiError` becomes its status and JSON.
 * Any other error is logged, and answered with 503 during an outage and 500 otherwise.
 */
function createHandler(endpoints: Endpoint[], authorize?: Authorize): RouteHandler {
  return async (request, response) => {
    response.setHeader('Cache-Control', 'no-store')
    const start = Date.now()
    const route = endpoints[0]?.call.path
    let backend: Backend | undefined
    try {
      backend = await getBackend()
      if (endpoints.length === 0) throw new ApiError('not_found')
      await authorize?.(backend, request)
      const endpoint = endpoints.find(({ call }) => call.method === request.method)
      if (!endpoint) return sendMethodNotAllowed(response, endpoints)
      setHeaders(response, endpoint.call.headers)
      const input = await parseInput(backend, request, endpoint.call, authorize !== undefined)
      const result = await endpoint.run(backend, input as Input<never, never>)
      const cookie = endpoint.cookie?.(backend, result as never, input as Input<never, never>)
      if (cookie) setCookie(response, cookie)
      if (endpoint.call.isBodiless) sendBodiless(response, result as BodilessResult)
      else if (result instanceof Uint8Array) sendImage(response, result)
      else sendJson(response, 200, result)
    } catch (error) {
      sendError({ response, request, route, backend }, error)
    } finally {
      reportTiming({ response, route, backend }, start)
    }
  }
}

/** What a use case returns for a response without a body. */
interface BodilessResult {
  status: number
  headers: Record<string, string>
}

function sendBodiless(response: ServerResponse, { status, headers }: BodilessResult): void {
  setHeaders(response, headers)
  response.statusCode = status
  response.end()
}

function setHeaders(response: ServerResponse, headers: Record<string, string> = {}): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

/** A customer's photo: never executed as anything else, and never cached. */
function sendImage(response: ServerResponse, image: Uint8Array): void {
  response.setHeader('Content-Type', 'image/jpeg')
  response.setHeader('Content-Length', image.byteLength)
  response.setHeader('Content-Disposition', 'inline')
  response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.statusCode = 200
  response.end(image)
}

function sendMethodNotAllowed(response: ServerResponse, endpoints: Endpoint[]): void {
  response.setHeader('Allow', endpoints.map(({ call }) => call.method).join(', '))
  const error = new ApiError('method')
  sendJson(response, error.status, error)
}

/** Maximum size of a JSON body, in bytes. */
const maxBodyBytes = 65_536

async function parseInput(
  { env }: Backend,
  request: RouteRequest,
  call: ApiCall,
  isAuthorized: boolean,
): Promise<Input<unknown, unknown>> {
  if (!isAuthorized && call.method !== 'GET' && !isSameOrigin(request, env.trustedProxies))
    throw new ApiError('origin')
  return {
    params: parseParams(call.path, request.query),
    query: call.query && parse(call.query, request.query),
    body:
      call.body &&
      parse(call.body, await readBody(request, isAuthorized ? undefined : env.apiKeys)),
    address: resolveClientAddress(request, env.trustedProxies),
    header: name => pickFirst(request.headers[name]),
    request,
  }
}

/** The JSON body; with `apiKeys` it must contain one of them. */
async function readBody(
  request: RouteRequest,
  apiKeys: readonly string[] | undefined,
): Promise<unknown> {
  const body = await readJson(request, maxBodyBytes)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ApiError('unprocessable', { issues: [{ field: '', message: 'value.type' }] })
  const { api_key: apiKey } = body as { api_key?: unknown }
  if (apiKeys && !apiKeys.some(key => key === apiKey)) throw new ApiError('api_key')
  return body
}

function parse<S extends Schema>(parser: S, value: unknown): z.infer<S> {
  const result = schema.safeParse(parser, value)
  if (!result.success) throw new ApiError('unprocessable', { issues: toFieldIssues(result) })
  return result.data as z.infer<S>
}

/** The parameters of the path, each a single string. Throws `not_found` for one that no row can have. */
function parseParams(path: string, query: RouteRequest['query']): Record<string, string> {
  const names = [...path.matchAll(/\[(\w+)\]/g)].map(match => match[1] as string)
  const values = names.map(name => pickFirst(query[name]) ?? '')
  if (values.some(value => value.includes('\0'))) throw new ApiError('not_found')
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
}

const pickFirst = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value

interface Exchange {
  request: RouteRequest
  response: ServerResponse
  /** The path of the call; undefined for an unknown one. */
  route: string | undefined
  /** Undefined if it could not be opened. */
  backend: Backend | undefined
}

function sendError({ request, response, route, backend }: Exchange, error: unknown): void {
  // An unexpected error: the response has no details, the log has all but personal data.
  if (!(error instanceof ApiError))
    backend?.log.error(
      { event: 'request.failed', ...toSafeLog(error), method: request.method, route },
      'a request failed',
    )
  const apiError = toApiError(error)
  if (apiError) sendApiError(request, response, apiError)
  else sendFault(response, 'Something went wrong on our side.')
}

/** Reports the duration of the response; the error reporter samples it. */
function reportTiming(
  { response, route, backend }: Pick<Exchange, 'response' | 'route' | 'backend'>,
  start: number,
): void {
  if (!route) return
  backend?.errorReporter.captureTiming({
    route,
    operation: 'http.server',
    start: start / 1_000,
    end: Date.now() / 1_000,
    isFine: response.statusCode < 500,
  })
}
