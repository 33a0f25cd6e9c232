import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { findBrowserFile } from '@/sandbox/browser-files'
import { challengePage, fieldPage, PAGE_HEADERS } from '@/sandbox/browser-pages'
import { bodyText, drop, type Exchange, sendJson } from '@/sandbox/exchange'
import type { StripeApi } from '@/sandbox/stripe/api'
import { finishChallenge } from '@/sandbox/stripe/confirmation'
import { missing, StripeFailure } from '@/sandbox/stripe/failure'
import type { PaymentIntent } from '@/sandbox/stripe/objects'
import { addPaymentMethod } from '@/sandbox/stripe/payment-methods'
import { type Scene, sceneOf } from '@/sandbox/stripe/world'

const line = z.string().max(500).nullish()
const addressSchema = z.object({
  city: line,
  country: line,
  line1: line,
  line2: line,
  postal_code: line,
  state: line,
})
const cardSchema = z.object({
  card: z.object({
    number: z.string().max(30),
    exp_month: z.number().int(),
    exp_year: z.number().int(),
    cvc: z.string().max(4).nullable().default(null),
  }),
  billing_details: z
    .object({ address: addressSchema.nullish(), email: line, name: line, phone: line })
    .default({}),
})
const challengeSchema = z.object({
  challenge: z.string(),
  outcome: z.enum(['authenticated', 'failed']),
})
const secretSchema = z.object({ client_secret: z.string() })

/** Answers what the customer's browser may ask for: scripts, frames and what they send. */
export async function answerBrowser(api: StripeApi, exchange: Exchange): Promise<void> {
  const { method, url } = exchange
  const rest = url.pathname.slice('/browser/'.length)
  if (method === 'GET') return answerGet(api, exchange, rest)
  if (method !== 'POST') return sendJson(exchange.response, 405, { error: 'Not allowed.' })
  const entry = api.log.begin({ method, path: url.pathname, idempotencyKey: null, requestId: null })
  const fault = api.chaos.takeRequest(method, url.pathname)
  entry.fault = fault?.fault ?? null
  if (fault?.fault === 'drop_before') return drop(exchange)
  if (fault?.fault.startsWith('delay')) await pause(fault.delayMs)
  const isBroken = fault?.fault === 'error_500_before'
  const answer = isBroken ? brokenAnswer() : await postAnswer(api, exchange, rest)
  if (fault?.fault === 'drop_after') return drop(exchange)
  const told = fault?.fault === 'error_500_after' ? brokenAnswer() : answer
  entry.status = told.status
  sendJson(exchange.response, told.status, told.body)
}

function answerGet(api: StripeApi, { response, url }: Exchange, rest: string): void {
  const file = findBrowserFile(rest)
  const page = file ? undefined : pageOf(api, url, rest)
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

function pageOf(api: StripeApi, url: URL, rest: string): string | undefined {
  if (/^field\/?$/.test(rest)) return fieldPage()
  if (!/^challenge\/?$/.test(rest)) return undefined
  const challenge = api.world.challenges.find(url.searchParams.get('challenge') ?? '')
  const intent = challenge && api.world.intents.find(challenge.intent)
  return intent && challengePage(intent.amount, intent.currency)
}

interface BrowserAnswer {
  status: number
  body: object
}

async function postAnswer(
  api: StripeApi,
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
    const answer = performed(scene, rest.replace(/\/$/, ''), body)
    api.store.commit()
    api.onCommit()
    return { status: 200, body: answer }
  } catch (error) {
    api.store.rollback()
    if (!(error instanceof StripeFailure)) throw error
    return { status: error.status, body: { error: error.error } }
  }
}

function performed(scene: Scene, call: string, body: unknown): object {
  if (call === 'payment-methods') {
    const { card, billing_details: billing } = cardSchema.parse(body)
    return addPaymentMethod(scene, card, billing)
  }
  if (call === 'payment-intents') {
    const { client_secret: secret } = secretSchema.parse(body)
    return browserView(intentOf(scene, secret))
  }
  if (call === 'challenge') {
    const { challenge, outcome } = challengeSchema.parse(body)
    const intent = finishChallenge(scene, challenge, outcome)
    if (!intent) throw missing('challenge', challenge)
    return { status: intent.status, return_url: returnUrl(scene, challenge, intent) }
  }
  throw missing('call', call)
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

function returnUrl(scene: Scene, challenge: string, intent: PaymentIntent): string | null {
  const back = scene.challenges.find(challenge)?.return_url
  if (!back) return null
  const url = new URL(back)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret)
  const isPaid = ['succeeded', 'requires_confirmation'].includes(intent.status)
  url.searchParams.set('redirect_status', isPaid ? 'succeeded' : 'failed')
  return url.href
}

function brokenAnswer(): BrowserAnswer {
  const message = 'An unknown error occurred on our side.'
  return { status: 500, body: { error: { type: 'api_error', message } } }
}
