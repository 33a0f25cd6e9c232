import { timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Chaos, Rule } from '@/sandbox/fault-injection'
import { type FormHash, parseForm } from '@/sandbox/form'
import { bodyText, drop, type Exchange, sendJson } from '@/sandbox/http-exchange'
import { type Answer, type Claim, type Idempotency, stillRunning } from '@/sandbox/idempotency'
import { newId } from '@/sandbox/ids'
import type { LogEntry, RequestLog } from '@/sandbox/request-log'
import type { Store } from '@/sandbox/store'
import { StripeFailure } from '@/sandbox/stripe/failure'
import { findRoute } from '@/sandbox/stripe/routes'
import { API_VERSION, sceneOf, type World } from '@/sandbox/stripe/tables'

export interface StripeApi {
  chaos: Chaos
  idempotency: Idempotency
  log: RequestLog
  secretKey: string
  store: Store
  world: World
  /** Called after every commit, to send the events it made. */
  onCommit(): void
}

interface Call {
  exchange: Exchange
  body: string
  key: string | null
  requestId: string
  rule: Rule | undefined
  entry: LogEntry
}

const BROKEN: Answer = {
  status: 500,
  body: JSON.stringify({
    error: { type: 'api_error', message: 'An unknown error occurred on our side.' },
  }),
}

/** Answers one call of the REST API, with the faults that tests asked for. */
export async function answerApi(api: StripeApi, exchange: Exchange): Promise<void> {
  const body = await bodyText(exchange.request)
  const { method, url, request } = exchange
  const header = request.headers['idempotency-key']
  const key = method === 'POST' && typeof header === 'string' && header !== '' ? header : null
  const requestId = newId('req', 14)
  const entry = api.log.begin({ method, path: url.pathname, idempotencyKey: key, requestId })
  const rule = api.chaos.takeRequest(method, url.pathname)
  entry.fault = rule?.fault ?? null
  const call = { exchange, body, key, requestId, rule, entry }
  try {
    await answerCall(api, call)
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error
    respond(call, failureAnswer(error, requestId))
  }
}

async function answerCall(api: StripeApi, call: Call): Promise<void> {
  if (call.rule?.fault === 'drop_before') return drop(call.exchange)
  assertKey(call, api.secretKey)
  if (call.rule?.fault === 'status_429') throw tooMany()
  if (call.rule?.fault === 'status_409') throw stillRunning(call.key ?? '')
  const claim = call.key ? api.idempotency.claim(call.key, content(call)) : undefined
  try {
    await respondOnce(api, call, claim)
  } finally {
    claim?.release()
  }
}

async function respondOnce(api: StripeApi, call: Call, claim: Claim | undefined): Promise<void> {
  const fault = call.rule?.fault
  if (fault === 'delay') await pause(call.rule?.delayMs)
  call.entry.isReplay = claim?.saved !== undefined
  const answer = claim?.saved ?? performed(api, call, claim)
  claim?.release()
  if (fault === 'delay_after') await pause(call.rule?.delayMs)
  if (fault === 'drop_after') return drop(call.exchange)
  respond(call, answer, claim?.saved ? { 'idempotent-replayed': 'true' } : {})
}

/** Does the work and commits it with its answer, in one step that nothing can come between. */
function performed(api: StripeApi, call: Call, claim: Claim | undefined): Answer {
  const fault = call.rule?.fault
  try {
    const answer = fault === 'error_500_before' ? BROKEN : outcome(api, call)
    const told = fault === 'error_500_after' ? BROKEN : answer
    claim?.save(told)
    api.store.commit()
    api.onCommit()
    return told
  } catch (error) {
    api.store.rollback()
    throw error
  }
}

function outcome({ world }: StripeApi, { exchange, body, key, requestId }: Call): Answer {
  const { method, url } = exchange
  const found = findRoute(method, url.pathname)
  if (!found) throw unrecognized(method, url.pathname)
  const form: FormHash = parseForm(method === 'POST' ? body : url.search.slice(1))
  try {
    const scene = sceneOf(world, { requestId, idempotencyKey: key })
    const answer = found.route.answer(scene, form, found.id)
    return { status: 200, body: JSON.stringify(answer) }
  } catch (error) {
    if (error instanceof StripeFailure && error.kept) return failureAnswer(error, requestId)
    throw error
  }
}

function respond(call: Call, answer: Answer, extra: Record<string, string> = {}): void {
  call.entry.status = answer.status
  sendJson(call.exchange.response, answer.status, answer.body, {
    'request-id': call.requestId,
    'stripe-version': API_VERSION,
    ...(call.key ? { 'idempotency-key': call.key } : {}),
    // The saved 500 would only be replayed.
    ...(answer.status === 500 ? { 'stripe-should-retry': 'false' } : {}),
    ...(answer.status === 429 ? { 'retry-after': '1' } : {}),
    ...extra,
  })
}

function content({ exchange, body, requestId }: Call) {
  return { content: `${exchange.method} ${exchange.url.pathname}\n${body}`, requestId }
}

function failureAnswer({ status, error }: StripeFailure, requestId: string): Answer {
  const link = `https://dashboard.stripe.com/test/logs/${requestId}`
  return { status, body: JSON.stringify({ error: { ...error, request_log_url: link } }) }
}

function assertKey({ exchange }: Call, secretKey: string): void {
  const expected = Buffer.from(`Bearer ${secretKey}`)
  const given = Buffer.from(exchange.request.headers.authorization ?? '')
  if (given.length === expected.length && timingSafeEqual(given, expected)) return
  const message = 'Invalid API Key provided.'
  throw new StripeFailure(401, { type: 'invalid_request_error', message }, false)
}

function tooMany(): StripeFailure {
  const message = 'Request rate limit exceeded.'
  const error = { type: 'invalid_request_error', code: 'rate_limit', message } as const
  return new StripeFailure(429, error, false)
}

function unrecognized(method: string, path: string): StripeFailure {
  const message = `Unrecognized request URL (${method}: ${path}).`
  return new StripeFailure(404, { type: 'invalid_request_error', message }, false)
}
