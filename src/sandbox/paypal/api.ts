import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ZodError } from 'zod'
import type { Chaos, Rule } from '@/sandbox/fault-injection'
import { bodyText, drop, type Exchange, sendJson } from '@/sandbox/http-exchange'
import type { Signer } from '@/sandbox/paypal/certificate'
import {
  broken,
  inProgress,
  malformed,
  notFound,
  PaypalFailure,
  tooMany,
} from '@/sandbox/paypal/failure'
import { findPaypalRoute, type PaypalAnswer } from '@/sandbox/paypal/routes'
import type { PaypalWorld } from '@/sandbox/paypal/tables'
import type { LogEntry, RequestLog } from '@/sandbox/request-log'
import type { Store } from '@/sandbox/store'

export interface PaypalApi {
  chaos: Chaos
  clientId: string
  log: RequestLog
  secret: string
  signer: Signer
  store: Store
  world: PaypalWorld
  /** Request ids whose call is being answered. */
  running: Set<string>
  /** Called after every commit, to send the events it made. */
  onCommit(): void
}

interface Call {
  exchange: Exchange
  body: string
  /** The PayPal-Request-Id behind its call: the same id in another call is another request. */
  key: string | null
  rule: Rule | undefined
  entry: LogEntry
}

const CERTIFICATE = '/v1/notifications/certs/'
const TOKEN_SECONDS = 32_400

export const certificatePath = (signer: Signer): string =>
  `${CERTIFICATE}CERT-${digest(signer.certificate).slice(0, 16)}`

export const isPaypalPath = (path: string): boolean =>
  path.startsWith('/v2/') ||
  path.startsWith(CERTIFICATE) ||
  path.startsWith('/v1/customer/') ||
  path === '/v1/oauth2/token'

/** Answers one call of the REST API, with the faults that tests asked for. */
export async function answerPaypal(api: PaypalApi, exchange: Exchange): Promise<void> {
  const { method, url, request, response } = exchange
  if (method === 'GET' && url.pathname === certificatePath(api.signer)) {
    response.writeHead(200, { 'content-type': 'application/x-pem-file' })
    response.end(api.signer.certificate)
    return
  }
  const body = await bodyText(request)
  const header = request.headers['paypal-request-id']
  const id = method === 'POST' && typeof header === 'string' && header ? header : null
  const entry = api.log.begin({ method, path: url.pathname, idempotencyKey: id, requestId: null })
  const rule = api.chaos.takeRequest(method, url.pathname)
  entry.fault = rule?.fault ?? null
  const key = id && `${url.pathname} ${id}`
  const call = { exchange, body, key, rule, entry }
  try {
    await answerCall(api, call)
  } catch (error) {
    const failure = error instanceof ZodError ? malformed('/', error.message) : error
    if (!(failure instanceof PaypalFailure)) throw error
    respond(call, { status: failure.status, body: failure })
  }
}

async function answerCall(api: PaypalApi, call: Call): Promise<void> {
  const { exchange, key, rule } = call
  if (rule?.fault === 'drop_before') return drop(exchange)
  const isForToken = exchange.url.pathname === '/v1/oauth2/token'
  if (!isForToken) assertToken(api, exchange)
  if (rule?.fault === 'status_429') throw tooMany()
  if (rule?.fault === 'status_409') throw inProgress()
  if (key && api.running.has(key)) throw inProgress()
  if (key) api.running.add(key)
  try {
    if (rule?.fault === 'delay') await pause(rule.delayMs)
    if (rule?.fault === 'error_500_before') throw broken()
    const answer = isForToken ? tokenFor(api, call) : performed(api, call)
    if (rule?.fault === 'delay_after') await pause(rule.delayMs)
    if (rule?.fault === 'error_500_after') throw broken()
    if (rule?.fault === 'drop_after') return drop(exchange)
    respond(call, answer)
  } finally {
    if (key) api.running.delete(key)
  }
}

/** Does the work and commits it with its request id, in one step that nothing can come between. */
function performed({ store, world, onCommit }: PaypalApi, call: Call): PaypalAnswer {
  const { exchange, body, key, entry } = call
  const found = findPaypalRoute(exchange.method, exchange.url.pathname)
  if (!found) throw notFound()
  const saved = key ? world.requests.find(key) : undefined
  entry.isReplay = saved !== undefined
  try {
    // Of lists, what they are asked about.
    const id = found.id || (exchange.url.searchParams.get('disputed_transaction_id') ?? '')
    const made = saved?.made ?? found.route.perform(world, id, parsed(body))
    const answer = found.route.told(world, made)
    if (key && !saved) world.requests.put({ id: key, made })
    store.commit()
    onCommit()
    return answer
  } catch (error) {
    store.rollback()
    throw error
  }
}

function parsed(body: string): unknown {
  if (body === '') return undefined
  try {
    return JSON.parse(body)
  } catch {
    throw malformed('/', 'The body is no JSON.')
  }
}

/** OAuth 2 client credentials. */
function tokenFor(api: PaypalApi, { exchange, body }: Call): PaypalAnswer {
  const expected = `Basic ${Buffer.from(`${api.clientId}:${api.secret}`).toString('base64')}`
  const isKnown = isSame(exchange.request.headers.authorization ?? '', expected)
  const isAsked = new URLSearchParams(body).get('grant_type') === 'client_credentials'
  if (!isKnown || !isAsked) {
    const error = isKnown ? 'unsupported_grant_type' : 'invalid_client'
    return { status: 401, body: { error, error_description: 'Client Authentication failed' } }
  }
  const scope = 'https://uri.paypal.com/services/payments/payment'
  const told = { scope, token_type: 'Bearer', app_id: 'APP-SANDBOX', expires_in: TOKEN_SECONDS }
  return { status: 200, body: { ...told, access_token: accessToken(api) } }
}

/** The same over restarts: tokens live for hours. */
const accessToken = ({ clientId, secret }: PaypalApi): string =>
  `A21AA${digest(`${clientId}:${secret}`)}`

function assertToken(api: PaypalApi, { request }: Exchange): void {
  if (isSame(request.headers.authorization ?? '', `Bearer ${accessToken(api)}`)) return
  const message = 'Authentication failed due to invalid authentication credentials.'
  throw new PaypalFailure(401, 'AUTHENTICATION_FAILURE', message)
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')

function respond({ exchange, entry }: Call, { status, body }: PaypalAnswer): void {
  entry.status = status
  if (body) sendJson(exchange.response, status, body)
  else exchange.response.writeHead(status).end()
}
