import { timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FaultInjector, FaultRule } from '@/sandbox/fault-injection'
import {
  dropConnection,
  type Exchange,
  findRoute,
  readBody,
  sendJson,
} from '@/sandbox/http-exchange'
import {
  type ApiResponse,
  type Claim,
  type Idempotency,
  keyInUseError,
} from '@/sandbox/idempotency'
import { newId } from '@/sandbox/ids'
import { type FormHash, parseForm } from '@/sandbox/parse-form'
import type { LogEntry, RequestLog } from '@/sandbox/request-log'
import type { Store } from '@/sandbox/store'
import { StripeError } from '@/sandbox/stripe/api-error'
import { STRIPE_ROUTES } from '@/sandbox/stripe/routes'
import { API_VERSION, forRequest, type Tables } from '@/sandbox/stripe/tables'

export interface StripeApi {
  faults: FaultInjector
  idempotency: Idempotency
  log: RequestLog
  secretKey: string
  store: Store
  tables: Tables
  /** Called after every commit, to send its events. */
  onCommit(): void
}

interface ApiCall {
  exchange: Exchange
  body: string
  key: string | null
  requestId: string
  rule: FaultRule | undefined
  entry: LogEntry
}

const INTERNAL_ERROR: ApiResponse = {
  status: 500,
  body: JSON.stringify({
    error: { type: 'api_error', message: 'An unknown error occurred on our side.' },
  }),
}

/** Handles one call of the REST API, with the faults requested by tests. */
export async function handleStripeRequest(api: StripeApi, exchange: Exchange): Promise<void> {
  const body = await readBody(exchange.request)
  const { method, request } = exchange
  const header = request.headers['idempotency-key']
  const key = method === 'POST' && typeof header === 'string' && header !== '' ? header : null
  const requestId = newId('req', 14)
  const { entry, rule } = api.log.addEntry(exchange, { idempotencyKey: key, requestId })
  const call = { exchange, body, key, requestId, rule, entry }
  try {
    await handleCall(api, call)
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    respond(call, toErrorResponse(error, requestId))
  }
}

async function handleCall(api: StripeApi, call: ApiCall): Promise<void> {
  if (call.rule?.fault === 'drop_before') return dropConnection(call.exchange)
  assertApiKey(call, api.secretKey)
  if (call.rule?.fault === 'status_429') throw tooManyRequests()
  if (call.rule?.fault === 'status_409') throw keyInUseError(call.key ?? '')
  const { method, url } = call.exchange
  const content = `${method} ${url.pathname}\n${call.body}`
  const claim = call.key ? api.idempotency.claim(call.key, content) : undefined
  try {
    await respondOnce(api, call, claim)
  } finally {
    claim?.release()
  }
}

async function respondOnce(api: StripeApi, call: ApiCall, claim: Claim | undefined): Promise<void> {
  const fault = call.rule?.fault
  if (fault === 'delay') await pause(call.rule?.delayMs)
  call.entry.isReplay = claim?.saved !== undefined
  const result = claim?.saved ?? executeCall(api, call, claim)
  claim?.release()
  if (fault === 'delay_after') await pause(call.rule?.delayMs)
  if (fault === 'drop_after') return dropConnection(call.exchange)
  respond(call, result, claim?.saved ? { 'idempotent-replayed': 'true' } : {})
}

/** Executes the call and commits it with its response in one synchronous step. */
function executeCall(api: StripeApi, call: ApiCall, claim: Claim | undefined): ApiResponse {
  const fault = call.rule?.fault
  const response = api.store.transact(() => {
    const result = fault === 'error_500_before' ? INTERNAL_ERROR : runRoute(api, call)
    const answer = fault === 'error_500_after' ? INTERNAL_ERROR : result
    claim?.save(answer)
    return answer
  })
  api.onCommit()
  return response
}

function runRoute({ tables }: StripeApi, { exchange, body, key, requestId }: ApiCall): ApiResponse {
  const { method, url } = exchange
  const found = findRoute(STRIPE_ROUTES, exchange)
  if (!found) throw unrecognizedUrl(method, url.pathname)
  const form: FormHash = parseForm(method === 'POST' ? body : url.search.slice(1))
  try {
    const context = forRequest(tables, { requestId, idempotencyKey: key })
    const result = found.route.handle(context, form, found.id)
    return { status: 200, body: JSON.stringify(result) }
  } catch (error) {
    if (error instanceof StripeError && error.isCommitted) return toErrorResponse(error, requestId)
    throw error
  }
}

function respond(
  call: ApiCall,
  result: ApiResponse,
  extraHeaders: Record<string, string> = {},
): void {
  call.entry.status = result.status
  sendJson(call.exchange.response, result.status, result.body, {
    'request-id': call.requestId,
    'stripe-version': API_VERSION,
    ...(call.key ? { 'idempotency-key': call.key } : {}),
    // A retry would only replay the saved 500.
    ...(result.status === 500 ? { 'stripe-should-retry': 'false' } : {}),
    ...(result.status === 429 ? { 'retry-after': '1' } : {}),
    ...extraHeaders,
  })
}

function toErrorResponse({ status, error }: StripeError, requestId: string): ApiResponse {
  const logUrl = `https://dashboard.stripe.com/test/logs/${requestId}`
  return { status, body: JSON.stringify({ error: { ...error, request_log_url: logUrl } }) }
}

function assertApiKey({ exchange }: ApiCall, secretKey: string): void {
  const expected = Buffer.from(`Bearer ${secretKey}`)
  const actual = Buffer.from(exchange.request.headers.authorization ?? '')
  if (actual.length === expected.length && timingSafeEqual(actual, expected)) return
  const message = 'Invalid API Key provided.'
  throw new StripeError(401, { type: 'invalid_request_error', message }, false)
}

function tooManyRequests(): StripeError {
  const message = 'Request rate limit exceeded.'
  const error = { type: 'invalid_request_error', code: 'rate_limit', message } as const
  return new StripeError(429, error, false)
}

function unrecognizedUrl(method: string, path: string): StripeError {
  const message = `Unrecognized request URL (${method}: ${path}).`
  return new StripeError(404, { type: 'invalid_request_error', message }, false)
}
