import type { ServerResponse } from 'node:http'
import type * as z from 'zod/mini'
import * as schema from 'zod/mini'
import type { Call, Infer, Schema } from '@/contract/call'
import { issuesOf } from '@/domain/input/field-issue'
import { type Backend, backend } from '@/server/backend'
import { setCookie } from '@/server/http/cookies'
import {
  addressOf,
  cutOff,
  isSameOrigin,
  type RouteHandler,
  type RouteRequest,
  readJson,
  sendJson,
} from '@/server/http/request'
import { Failure, isCutOff } from '@/server/infra/api-error'
import { faultOf } from '@/server/infra/safe-error-log'

/** What a use case is given: parsed query, body and path parameters. */
export interface Input<Q, B> {
  params: Record<string, string>
  query: Q
  body: B
  /** Who asks: the network address, as far as trusted proxies tell it. */
  address: string
  header: (name: string) => string | undefined
  /** For bodies that are no JSON: the use case reads them. */
  request: RouteRequest
}

interface Endpoint {
  call: Call
  run: (backend: Backend, input: Input<never, never>) => Promise<unknown>
  /** A cookie the answer may be accompanied by. */
  cookie?:
    | ((backend: Backend, answer: never, input: Input<never, never>) => string | undefined)
    | undefined
}

/** Connects a described call with the use case that answers it. */
export const on = <Q extends Schema, B extends Schema, A extends Schema, Answer extends z.infer<A>>(
  call: Call<Q, B, A>,
  run: (backend: Backend, input: Input<Infer<Q>, Infer<B>>) => Promise<Answer>,
  cookie?: (
    backend: Backend,
    answer: Answer,
    input: Input<Infer<Q>, Infer<B>>,
  ) => string | undefined,
): Endpoint => ({ call, run: run as Endpoint['run'], cookie: cookie as Endpoint['cookie'] })

/** The route handler of one address. */
export const serve =
  (...endpoints: Endpoint[]): RouteHandler =>
  async (request, response) => {
    response.setHeader('Cache-Control', 'no-store')
    const start = Date.now()
    const route = endpoints[0]?.call.path
    try {
      if (endpoints.length === 0) throw new Failure('not_found')
      const endpoint = endpoints.find(({ call }) => call.method === request.method)
      if (!endpoint) return refuseMethod(response, endpoints)
      const open = await backend()
      const input = (await inputOf(open, request, endpoint.call)) as Input<never, never>
      const answer = await endpoint.run(open, input)
      const cookie = endpoint.cookie?.(open, answer as never, input)
      if (cookie) setCookie(response, cookie)
      if (answer instanceof Uint8Array) show(response, answer)
      else sendJson(response, 200, answer)
    } catch (error) {
      await refuse(response, request, error, route)
    } finally {
      await timed(response, route, start)
    }
  }

/** A customer's photo: for this page and this moment, and never to be run as anything else. */
function show(response: ServerResponse, picture: Uint8Array): void {
  response.setHeader('Content-Type', 'image/jpeg')
  response.setHeader('Content-Length', picture.byteLength)
  response.setHeader('Content-Disposition', 'inline')
  response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.statusCode = 200
  response.end(picture)
}

function refuseMethod(response: ServerResponse, endpoints: Endpoint[]): void {
  response.setHeader('Allow', endpoints.map(({ call }) => call.method).join(', '))
  const failure = new Failure('method')
  sendJson(response, failure.status, failure)
}

/** Most a JSON body may weigh, in bytes. */
const bodyLimit = 65_536

async function inputOf(
  { env }: Backend,
  request: RouteRequest,
  call: Call,
): Promise<Input<unknown, unknown>> {
  if (call.method !== 'GET' && !isSameOrigin(request)) throw new Failure('origin')
  return {
    params: paramsOf(call.path, request.query),
    query: call.query && parse(call.query, request.query),
    body: call.body && parse(call.body, await bodyOf(request, env.apiKey)),
    address: addressOf(request, env.trustedProxies),
    header: name => single(request.headers[name]),
    request,
  }
}

async function bodyOf(request: RouteRequest, apiKey: string): Promise<unknown> {
  const body = await readJson(request, bodyLimit)
  if (typeof body !== 'object' || body === null) throw new Failure('unprocessable')
  if ((body as { api_key?: unknown }).api_key !== apiKey) throw new Failure('api_key')
  return body
}

function parse<S extends Schema>(parser: S, value: unknown): z.infer<S> {
  const result = schema.safeParse(parser, value)
  if (!result.success) throw new Failure('unprocessable', { issues: issuesOf(result) })
  return result.data as z.infer<S>
}

/** The path's own parameters, each one string. */
function paramsOf(path: string, query: RouteRequest['query']): Record<string, string> {
  const names = [...path.matchAll(/\[(\w+)\]/g)].map(match => match[1] as string)
  return Object.fromEntries(names.map(name => [name, single(query[name]) ?? '']))
}

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value

async function refuse(
  response: ServerResponse,
  request: RouteRequest,
  error: unknown,
  route: string | undefined,
): Promise<void> {
  if (error instanceof Failure) {
    const { retryAfterSeconds } = error.particulars
    if (retryAfterSeconds) response.setHeader('Retry-After', retryAfterSeconds)
    if (isCutOff(error)) cutOff(request)
    return sendJson(response, error.status, error)
  }
  // A fault of ours: the caller learns nothing of it, the log everything but personal data.
  await logFault(request, error, route)
  sendJson(response, 500, { detail: 'Something went wrong on our side.', code: 'fault' })
}

async function logFault(
  request: RouteRequest,
  error: unknown,
  route: string | undefined,
): Promise<void> {
  const open = await backend().catch(() => undefined)
  open?.log.error({ ...faultOf(error), method: request.method, route }, 'a request failed')
}

/** How long the answer took, told to the reporting now and then (SPEC 9). */
async function timed(response: ServerResponse, route: string | undefined, start: number) {
  if (!route) return
  const open = await backend().catch(() => undefined)
  const isFine = response.statusCode < 500
  const times = { start: start / 1_000, end: Date.now() / 1_000 }
  open?.reports.timing({ route, operation: 'http.server', ...times, isFine })
}
