import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ZodError } from 'zod'
import type { FaultRule } from '@/sandbox/fault-injection'
import {
  dropConnection,
  type Exchange,
  findRoute,
  readBody,
  sendJson,
} from '@/sandbox/http-exchange'
import {
  internalError,
  invalidRequest,
  notFound,
  PaypalError,
  requestInProgress,
  tooManyRequests,
} from '@/sandbox/paypal/api-error'
import type { Signer } from '@/sandbox/paypal/certificate'
import { PAYPAL_ROUTES, type PaypalResponse } from '@/sandbox/paypal/routes'
import type { PaypalTables } from '@/sandbox/paypal/tables'
import type { LogEntry, RequestLog } from '@/sandbox/request-log'
import type { Store } from '@/sandbox/store'

export interface PaypalApi {
  clientId: string
  log: RequestLog
  secret: string
  signer: Signer
  store: Store
  tables: PaypalTables
  /** Request ids of running calls. */
  running: Set<string>
  /** Called after every commit, to send its events. */
  onCommit(): void
}

interface ApiCall {
  exchange: Exchange
  body: string
  /** The call with its PayPal-Request-Id: the same id in another call is another request. */
  key: string | null
  rule: FaultRule | undefined
  entry: LogEntry
}

const CERTIFICATE_PATH = '/v1/notifications/certs/'
const TOKEN_SECONDS = 32_400

export const buildCertificatePath = (signer: Signer): string =>
  `${CERTIFICATE_PATH}CERT-${hash(signer.certificate).slice(0, 16)}`

export const isPaypalPath = (path: string): boolean =>
  path.startsWith('/v2/') ||
  path.startsWith(CERTIFICATE_PATH) ||
  path.startsWith('/v1/customer/') ||
  path === '/v1/oauth2/token'

/** Handles one call of the REST API, with the faults requested by tests. */
export async function handlePaypalRequest(api: PaypalApi, exchange: Exchange): Promise<void> {
  const { method, url, request, response } = exchange
  if (method === 'GET' && url.pathname === buildCertificatePath(api.signer)) {
    response.writeHead(200, { 'content-type': 'application/x-pem-file' })
    response.end(api.signer.certificate)
    return
  }
  const body = await readBody(request)
  const header = request.headers['paypal-request-id']
  const id = method === 'POST' && typeof header === 'string' && header ? header : null
  const { entry, rule } = api.log.addEntry(exchange, { idempotencyKey: id, requestId: null })
  const key = id && `${url.pathname} ${id}`
  const call = { exchange, body, key, rule, entry }
  try {
    await handleCall(api, call)
  } catch (error) {
    const apiError = error instanceof ZodError ? invalidRequest('/', error.message) : error
    if (!(apiError instanceof PaypalError)) throw error
    respond(call, { status: apiError.status, body: apiError })
  }
}

async function handleCall(api: PaypalApi, call: ApiCall): Promise<void> {
  const { exchange, key, rule } = call
  if (rule?.fault === 'drop_before') return dropConnection(exchange)
  const isTokenRequest = exchange.url.pathname === '/v1/oauth2/token'
  if (!isTokenRequest) assertToken(api, exchange)
  if (rule?.fault === 'status_429') throw tooManyRequests()
  if (rule?.fault === 'status_409') throw requestInProgress()
  if (key && api.running.has(key)) throw requestInProgress()
  if (key) api.running.add(key)
  try {
    if (rule?.fault === 'delay') await pause(rule.delayMs)
    if (rule?.fault === 'error_500_before') throw internalError()
    const response = isTokenRequest ? issueToken(api, call) : executeCall(api, call)
    if (rule?.fault === 'delay_after') await pause(rule.delayMs)
    if (rule?.fault === 'error_500_after') throw internalError()
    if (rule?.fault === 'drop_after') return dropConnection(exchange)
    respond(call, response)
  } finally {
    if (key) api.running.delete(key)
  }
}

/** Executes the call and commits it with its request id in one synchronous step. */
function executeCall({ store, tables, onCommit }: PaypalApi, call: ApiCall): PaypalResponse {
  const { exchange, body, key, entry } = call
  const found = findRoute(PAYPAL_ROUTES, exchange)
  if (!found) throw notFound()
  const saved = key ? tables.requests.find(key) : undefined
  entry.isReplay = saved !== undefined
  // For lists, the id is in the query.
  const id = found.id || (exchange.url.searchParams.get('disputed_transaction_id') ?? '')
  const response = store.transact(() => {
    const resultId = saved?.made ?? found.route.execute(tables, id, parseJson(body))
    if (key && !saved) tables.requests.put({ id: key, made: resultId })
    return found.route.toResponse(tables, resultId)
  })
  onCommit()
  return response
}

function parseJson(body: string): unknown {
  if (body === '') return undefined
  try {
    return JSON.parse(body)
  } catch {
    throw invalidRequest('/', 'The body is no JSON.')
  }
}

/** OAuth 2 client credentials. */
function issueToken(api: PaypalApi, { exchange, body }: ApiCall): PaypalResponse {
  const expected = `Basic ${Buffer.from(`${api.clientId}:${api.secret}`).toString('base64')}`
  const isAuthorized = timingSafeEquals(exchange.request.headers.authorization ?? '', expected)
  const isClientCredentials = new URLSearchParams(body).get('grant_type') === 'client_credentials'
  if (!isAuthorized || !isClientCredentials) {
    const error = isAuthorized ? 'unsupported_grant_type' : 'invalid_client'
    return { status: 401, body: { error, error_description: 'Client Authentication failed' } }
  }
  const scope = 'https://uri.paypal.com/services/payments/payment'
  const tokenResponse = {
    scope,
    token_type: 'Bearer',
    app_id: 'APP-SANDBOX',
    expires_in: TOKEN_SECONDS,
  }
  return { status: 200, body: { ...tokenResponse, access_token: buildAccessToken(api) } }
}

/** Deterministic, so that tokens survive a restart: they are valid for hours. */
const buildAccessToken = ({ clientId, secret }: PaypalApi): string =>
  `A21AA${hash(`${clientId}:${secret}`)}`

function assertToken(api: PaypalApi, { request }: Exchange): void {
  if (timingSafeEquals(request.headers.authorization ?? '', `Bearer ${buildAccessToken(api)}`))
    return
  const message = 'Authentication failed due to invalid authentication credentials.'
  throw new PaypalError(401, 'AUTHENTICATION_FAILURE', message)
}

function timingSafeEquals(actual: string, expected: string): boolean {
  const [actualBytes, expectedBytes] = [Buffer.from(actual), Buffer.from(expected)]
  return actualBytes.length === expectedBytes.length && timingSafeEqual(actualBytes, expectedBytes)
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

function respond({ exchange, entry }: ApiCall, { status, body }: PaypalResponse): void {
  entry.status = status
  if (body) sendJson(exchange.response, status, body)
  else exchange.response.writeHead(status).end()
}
