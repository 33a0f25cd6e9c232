import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { findBrowserFile } from '@/sandbox/browser-files'
import {
  findBrowserPage,
  PAGE_HEADERS,
  renderApprovalPage,
  renderChallengePage,
} from '@/sandbox/browser-pages'
import { dropConnection, type Exchange, readBody, sendJson } from '@/sandbox/http-exchange'
import type { PaypalApi } from '@/sandbox/paypal/api'
import { findRow, PaypalError } from '@/sandbox/paypal/api-error'
import { approveOrder } from '@/sandbox/paypal/orders'
import type { StripeApi } from '@/sandbox/stripe/api'
import { resourceMissing, StripeError } from '@/sandbox/stripe/api-error'
import { finishChallenge } from '@/sandbox/stripe/confirmation'
import { addToken } from '@/sandbox/stripe/confirmation-tokens'
import type { PaymentIntent, SetupIntent } from '@/sandbox/stripe/objects'
import { addPaymentMethod } from '@/sandbox/stripe/payment-methods'
import { forRequest, type RequestContext } from '@/sandbox/stripe/tables'

const line = z.string().max(500).nullish()
const entrySchema = z.object({
  number: z.string().max(30),
  exp_month: z.number().int(),
  exp_year: z.number().int(),
  cvc: z.string().max(4).nullable().default(null),
})
const billingSchema = z.strictObject({ email: line, name: line }).default({})
const cardSchema = z.object({ card: entrySchema, billing_details: billingSchema })
const tokenSchema = z.object({
  card: entrySchema,
  wallet: z.enum(['apple_pay', 'google_pay']).nullable().default(null),
  // Optional parameters of the real call; any other is refused.
  params: z
    .strictObject({
      payment_method_data: z.strictObject({ billing_details: billingSchema }).optional(),
      return_url: z.string().max(2_000).nullish(),
    })
    .default({}),
})
const challengeSchema = z.object({
  challenge: z.string(),
  outcome: z.enum(['authenticated', 'failed']),
})
const approvalSchema = z.object({
  token: z.string(),
  choice: z.enum(['approved', 'cancelled', 'declined', 'denied', 'pending']),
})
const secretSchema = z.object({ client_secret: z.string() })

/** Handles requests of the customer's browser: scripts, frames and their calls. */
export async function handleBrowserRequest(
  api: StripeApi,
  paypal: PaypalApi,
  exchange: Exchange,
): Promise<void> {
  const { method, url } = exchange
  const path = url.pathname.slice('/browser/'.length)
  if (method === 'GET') return handleGet(api, paypal, exchange, path)
  if (method !== 'POST') return sendJson(exchange.response, 405, { error: 'Not allowed.' })
  const { entry, rule } = api.log.addEntry(exchange)
  const fault = rule?.fault
  if (fault === 'drop_before') return dropConnection(exchange)
  if (fault?.startsWith('delay')) await pause(rule?.delayMs)
  const isBroken = fault === 'error_500_before'
  const result = isBroken ? serverError() : await handlePost(api, paypal, exchange, path)
  if (fault === 'drop_after') return dropConnection(exchange)
  const response = fault === 'error_500_after' ? serverError() : result
  entry.status = response.status
  sendJson(exchange.response, response.status, response.body)
}

function handleGet(
  api: StripeApi,
  paypal: PaypalApi,
  { response, url }: Exchange,
  path: string,
): void {
  const file = findBrowserFile(path)
  const frame = findBrowserPage(path.replace(/\/$/, ''))
  const page = frame ?? (file ? undefined : findOrderPage(api, paypal, url, path))
  if (file) {
    response.writeHead(200, {
      'cache-control': staticCacheControl,
      'content-type': `${file.type}; charset=utf-8`,
      'x-content-type-options': 'nosniff',
    })
    response.end(file.content)
  } else if (page) {
    response.writeHead(200, {
      ...PAGE_HEADERS,
      ...(frame && { 'cache-control': staticCacheControl }),
    })
    response.end(page)
  } else sendJson(response, 404, { error: 'Not found.' })
}

/** As short as for the providers' own scripts, long enough for a purchase. */
const staticCacheControl = 'public, max-age=600'

/** A page with the amount of one order. */
function findOrderPage(
  api: StripeApi,
  paypal: PaypalApi,
  url: URL,
  path: string,
): string | undefined {
  if (/^approve\/?$/.test(path)) {
    const order = paypal.tables.orders.find(url.searchParams.get('token') ?? '')
    return order && renderApprovalPage(order.amount)
  }
  if (!/^challenge\/?$/.test(path)) return undefined
  const challenge = api.tables.challenges.find(url.searchParams.get('challenge') ?? '')
  const intent = challenge && api.tables.intents.find(challenge.intent)
  if (intent) return renderChallengePage(intent.amount, intent.currency)
  // A setup intent charges nothing.
  return challenge && api.tables.setups.find(challenge.intent)
    ? renderChallengePage(0, 'usd')
    : undefined
}

interface BrowserResponse {
  status: number
  body: object
}

async function handlePost(
  api: StripeApi,
  paypal: PaypalApi,
  { request }: Exchange,
  path: string,
): Promise<BrowserResponse> {
  // Requiring JSON forces a CORS preflight, which blocks forms of other sites.
  if (!request.headers['content-type']?.startsWith('application/json')) {
    return { status: 415, body: { error: { type: 'invalid_request_error', message: 'Not JSON.' } } }
  }
  const body: unknown = JSON.parse(await readBody(request))
  const call = path.replace(/\/$/, '')
  try {
    const result = api.store.transact(() =>
      call === 'approve'
        ? submitApproval(paypal, body)
        : dispatchCall(forRequest(api.tables), call, body),
    )
    api.onCommit()
    paypal.onCommit()
    return { status: 200, body: result }
  } catch (error) {
    if (error instanceof PaypalError) return { status: error.status, body: error }
    if (!(error instanceof StripeError)) throw error
    return { status: error.status, body: { error: error.error } }
  }
}

function dispatchCall(context: RequestContext, call: string, body: unknown): object {
  if (call === 'payment-methods') {
    const { card, billing_details: billing } = cardSchema.parse(body)
    return addPaymentMethod(context, card, billing)
  }
  if (call === 'confirmation-tokens') {
    const { card, wallet, params } = tokenSchema.parse(body)
    const billing = params.payment_method_data?.billing_details ?? {}
    const method = addPaymentMethod(context, card, billing, wallet)
    return addToken(context, method, params.return_url ?? null)
  }
  if (call === 'payment-intents' || call === 'setup-intents') {
    const { client_secret: secret } = secretSchema.parse(body)
    return serializeForBrowser(findIntentBySecret(context, secret))
  }
  if (call === 'challenge') {
    const { challenge, outcome } = challengeSchema.parse(body)
    const intent = finishChallenge(context, challenge, outcome)
    if (!intent) throw resourceMissing('challenge', challenge)
    return { status: intent.status, return_url: buildReturnUrl(context, challenge, intent) }
  }
  throw resourceMissing('call', call)
}

/** Stores the payer's decision; returns the URL to redirect to, if any. */
function submitApproval({ tables }: PaypalApi, body: unknown): { back: string | null } {
  const { token, choice } = approvalSchema.parse(body)
  const { return_url: approvedUrl, cancel_url: cancelledUrl } = findRow(tables.orders, token)
  if (choice !== 'cancelled') approveOrder(tables, token, choice)
  const redirectUrl = choice === 'cancelled' ? cancelledUrl : approvedUrl
  if (!redirectUrl) return { back: null }
  const url = new URL(redirectUrl)
  url.searchParams.set('token', token)
  if (choice !== 'cancelled') url.searchParams.set('PayerID', 'SANDBOXPAYER1')
  return { back: url.href }
}

function findIntentBySecret(context: RequestContext, secret: string): PaymentIntent | SetupIntent {
  const id = secret.split('_secret_')[0] ?? ''
  const intent = context.intents.find(id) ?? context.setups.find(id)
  if (intent?.client_secret !== secret) throw resourceMissing('intent', id, 'intent')
  return intent
}

/** The fields readable with a publishable key: no customer, charge or metadata. */
const serializeForBrowser = (intent: PaymentIntent | SetupIntent): object => ({
  ...intent,
  customer: undefined,
  latest_charge: undefined,
  metadata: undefined,
})

function buildReturnUrl(
  context: RequestContext,
  challenge: string,
  intent: PaymentIntent | SetupIntent,
): string | null {
  const redirectUrl = context.challenges.find(challenge)?.return_url
  if (!redirectUrl) return null
  const url = new URL(redirectUrl)
  url.searchParams.set(intent.object, intent.id)
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret)
  const isPaid = ['succeeded', 'requires_confirmation'].includes(intent.status)
  url.searchParams.set('redirect_status', isPaid ? 'succeeded' : 'failed')
  return url.href
}

function serverError(): BrowserResponse {
  const message = 'An unknown error occurred on our side.'
  return { status: 500, body: { error: { type: 'api_error', message } } }
}
