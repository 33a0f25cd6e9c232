import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { findBrowserFile } from '@/sandbox/browser-files'
import { approvalPage, challengePage, findBrowserPage, PAGE_HEADERS } from '@/sandbox/browser-pages'
import { bodyText, drop, type Exchange, sendJson } from '@/sandbox/http-exchange'
import type { PaypalApi } from '@/sandbox/paypal/api'
import { PaypalFailure } from '@/sandbox/paypal/failure'
import { approve, findOrder } from '@/sandbox/paypal/orders'
import type { StripeApi } from '@/sandbox/stripe/api'
import { finishChallenge } from '@/sandbox/stripe/confirmation'
import { addToken } from '@/sandbox/stripe/confirmation-tokens'
import { missing, StripeFailure } from '@/sandbox/stripe/failure'
import type { PaymentIntent } from '@/sandbox/stripe/objects'
import { addPaymentMethod } from '@/sandbox/stripe/payment-methods'
import type { SetupIntent } from '@/sandbox/stripe/records'
import { type Scene, sceneOf } from '@/sandbox/stripe/tables'

const line = z.string().max(500).nullish()
const addressSchema = z.object({
  city: line,
  country: line,
  line1: line,
  line2: line,
  postal_code: line,
  state: line,
})
const entrySchema = z.object({
  number: z.string().max(30),
  exp_month: z.number().int(),
  exp_year: z.number().int(),
  cvc: z.string().max(4).nullable().default(null),
})
const billingSchema = z
  .strictObject({ address: addressSchema.nullish(), email: line, name: line, phone: line })
  .default({})
const cardSchema = z.object({ card: entrySchema, billing_details: billingSchema })
const tokenSchema = z.object({
  card: entrySchema,
  wallet: z.enum(['apple_pay', 'google_pay']).nullable().default(null),
  // What the real call takes besides; it refuses everything else.
  params: z
    .strictObject({
      payment_method_data: z
        .strictObject({
          allow_redisplay: z.enum(['always', 'limited', 'unspecified']).optional(),
          billing_details: billingSchema,
          metadata: z.record(z.string(), z.string()).optional(),
        })
        .optional(),
      metadata: z.record(z.string(), z.string()).optional(),
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

/** Answers what the customer's browser may ask for: scripts, frames and what they send. */
export async function answerBrowser(
  api: StripeApi,
  paypal: PaypalApi,
  exchange: Exchange,
): Promise<void> {
  const { method, url } = exchange
  const rest = url.pathname.slice('/browser/'.length)
  if (method === 'GET') return answerGet(api, paypal, exchange, rest)
  if (method !== 'POST') return sendJson(exchange.response, 405, { error: 'Not allowed.' })
  const entry = api.log.begin({ method, path: url.pathname, idempotencyKey: null, requestId: null })
  const fault = api.chaos.takeRequest(method, url.pathname)
  entry.fault = fault?.fault ?? null
  if (fault?.fault === 'drop_before') return drop(exchange)
  if (fault?.fault.startsWith('delay')) await pause(fault.delayMs)
  const isBroken = fault?.fault === 'error_500_before'
  const answer = isBroken ? brokenAnswer() : await postAnswer(api, paypal, exchange, rest)
  if (fault?.fault === 'drop_after') return drop(exchange)
  const told = fault?.fault === 'error_500_after' ? brokenAnswer() : answer
  entry.status = told.status
  sendJson(exchange.response, told.status, told.body)
}

function answerGet(
  api: StripeApi,
  paypal: PaypalApi,
  { response, url }: Exchange,
  rest: string,
): void {
  const file = findBrowserFile(rest)
  const page = file ? undefined : pageOf(api, paypal, url, rest)
  if (file) {
    const type = `${file.type}; charset=utf-8`
    response.writeHead(200, {
      'cache-control': 'no-cache',
      'content-type': type,
      'x-content-type-options': 'nosniff',
    })
    response.end(file.content)
  } else if (page) {
    response.writeHead(200, PAGE_HEADERS)
    response.end(page)
  } else sendJson(response, 404, { error: 'Not found.' })
}

function pageOf(api: StripeApi, paypal: PaypalApi, url: URL, rest: string): string | undefined {
  const page = findBrowserPage(rest.replace(/\/$/, ''))
  if (page) return page
  if (/^approve\/?$/.test(rest)) {
    const order = paypal.world.orders.find(url.searchParams.get('token') ?? '')
    return order && approvalPage(order.amount)
  }
  if (!/^challenge\/?$/.test(rest)) return undefined
  const challenge = api.world.challenges.find(url.searchParams.get('challenge') ?? '')
  const intent = challenge && api.world.intents.find(challenge.intent)
  if (intent) return challengePage(intent.amount, intent.currency)
  // Nothing is charged where a card is only kept.
  return challenge && api.world.setups.find(challenge.intent) ? challengePage(0, 'usd') : undefined
}

interface BrowserAnswer {
  status: number
  body: object
}

async function postAnswer(
  api: StripeApi,
  paypal: PaypalApi,
  { request }: Exchange,
  rest: string,
): Promise<BrowserAnswer> {
  // A form on another site cannot send JSON without being asked for permission first.
  if (!request.headers['content-type']?.startsWith('application/json')) {
    return { status: 415, body: { error: { type: 'invalid_request_error', message: 'Not JSON.' } } }
  }
  const body: unknown = JSON.parse(await bodyText(request))
  try {
    const scene = sceneOf(api.world, { requestId: null, idempotencyKey: null })
    const call = rest.replace(/\/$/, '')
    const answer = call === 'approve' ? answered(paypal, body) : performed(scene, call, body)
    api.store.commit()
    api.onCommit()
    paypal.onCommit()
    return { status: 200, body: answer }
  } catch (error) {
    api.store.rollback()
    if (error instanceof PaypalFailure) return { status: error.status, body: error }
    if (!(error instanceof StripeFailure)) throw error
    return { status: error.status, body: { error: error.error } }
  }
}

function performed(scene: Scene, call: string, body: unknown): object {
  if (call === 'payment-methods') {
    const { card, billing_details: billing } = cardSchema.parse(body)
    return addPaymentMethod(scene, card, billing)
  }
  if (call === 'confirmation-tokens') {
    const { card, wallet, params } = tokenSchema.parse(body)
    const { billing_details: billing, metadata } = params.payment_method_data ?? {}
    const method = addPaymentMethod(scene, card, billing ?? {}, metadata, wallet)
    return addToken(scene, method, {
      metadata: params.metadata ?? null,
      return_url: params.return_url ?? null,
    })
  }
  if (call === 'payment-intents') {
    const { client_secret: secret } = secretSchema.parse(body)
    return browserView(intentOf(scene, secret))
  }
  if (call === 'setup-intents') {
    const { client_secret: secret } = secretSchema.parse(body)
    return setupView(scene, secret)
  }
  if (call === 'challenge') {
    const { challenge, outcome } = challengeSchema.parse(body)
    const intent = finishChallenge(scene, challenge, outcome)
    if (!intent) throw missing('challenge', challenge)
    return { status: intent.status, return_url: returnUrl(scene, challenge, intent) }
  }
  throw missing('call', call)
}

/** What the payer said, and where to they return. */
function answered({ world }: PaypalApi, body: unknown): { back: string | null } {
  const { token, choice } = approvalSchema.parse(body)
  const { return_url: paid, cancel_url: cancelled } = findOrder(world, token)
  if (choice !== 'cancelled') approve(world, token, choice)
  const back = choice === 'cancelled' ? cancelled : paid
  if (!back) return { back: null }
  const url = new URL(back)
  url.searchParams.set('token', token)
  if (choice !== 'cancelled') url.searchParams.set('PayerID', 'SANDBOXPAYER1')
  return { back: url.href }
}

function intentOf(scene: Scene, secret: string): PaymentIntent {
  const id = secret.split('_secret_')[0] ?? ''
  const intent = scene.intents.find(id)
  if (intent?.client_secret !== secret) throw missing('payment_intent', id, 'intent')
  return intent
}

/** What a publishable key may read: nothing of the customer, the charge or the metadata. */
function browserView(intent: PaymentIntent): object {
  const { customer: _customer, latest_charge: _charge, metadata: _metadata, ...seen } = intent
  return seen
}

/** What a publishable key may read of a card that is to be kept. */
function setupView(scene: Scene, secret: string): object {
  const id = secret.split('_secret_')[0] ?? ''
  const setup = scene.setups.find(id)
  if (setup?.client_secret !== secret) throw missing('setupintent', id, 'intent')
  const { customer: _customer, metadata: _metadata, ...seen } = setup
  return seen
}

function returnUrl(
  scene: Scene,
  challenge: string,
  intent: PaymentIntent | SetupIntent,
): string | null {
  const back = scene.challenges.find(challenge)?.return_url
  if (!back) return null
  const url = new URL(back)
  url.searchParams.set(intent.object, intent.id)
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret)
  const isPaid = ['succeeded', 'requires_confirmation'].includes(intent.status)
  url.searchParams.set('redirect_status', isPaid ? 'succeeded' : 'failed')
  return url.href
}

function brokenAnswer(): BrowserAnswer {
  const message = 'An unknown error occurred on our side.'
  return { status: 500, body: { error: { type: 'api_error', message } } }
}
