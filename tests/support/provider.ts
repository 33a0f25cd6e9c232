import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import Stripe from 'stripe'
import { expect } from 'vitest'
import { startSandbox } from '@/sandbox/server'
import type { Backend } from '@/server/backend'
import { callRoute, type Reply, serveCall } from './call-route'
import { type LedgerSnapshot, readLedgerSnapshot } from './ledger-snapshot'

const paypalWebhookRoute = '/api/webhooks/paypal/'
const webhookRoute = '/api/webhooks/stripe/'

export const webhookSecret = 'whsec_sandbox'

export interface Provider {
  url: string
  /** Adds faults; see the sandbox's `_chaos`. */
  addFaults: (...rules: object[]) => Promise<void>
  /** Removes all faults. Held events are sent. */
  clearFaults: () => Promise<void>
  movements: () => Promise<Movement[]>
  /** Ids of the customers created for a checkout. */
  findCustomerIds: (checkoutId: string) => Promise<string[]>
  /** The app's calls by method and path. */
  calls: () => Promise<string[]>
  /** All events so far, oldest first. */
  events: () => Promise<{ type: string }[]>
  /** Sends every event again, in any order. */
  replayEvents: () => Promise<number>
  /** The captured events with their signatures, oldest first. */
  capturedEvents: () => CapturedEvent[]
  deliveries: () => Promise<{ state: string; attempts: number; lastStatus: number | null }[]>
  /** Creates a payment that no shop requested; returns its id. */
  charge: (amount: number, metadata: Record<string, string>) => Promise<string>
  /**
   * Refunds in the dashboard, as an operator would: minor units, default everything. Returns the
   * refund's id.
   */
  refund: (intent: string, amount?: number) => Promise<string>
  /** The customer's bank returns a refund. */
  failRefund: (refund: string) => Promise<void>
  /** The customer's bank disputes a payment, or closes its dispute. */
  dispute: (intent: string, status: 'needs_response' | 'won' | 'lost') => Promise<void>
  /** Collects a card in a form or wallet; returns its confirmation token. */
  collectToken: (card: string, wallet?: 'apple_pay' | 'google_pay') => Promise<string>
  /** Answers a payment's bank challenge. */
  answerChallenge: (clientSecret: string, outcome: 'authenticated' | 'failed') => Promise<void>
  /**
   * Pays with the card passed to `pay` and approves it, while the shop does not learn of the
   * charge. Returns the shop's response.
   */
  payOutOfBand: (
    pay: (card: string) => Promise<PaymentReply | undefined>,
  ) => Promise<PaymentReply['body']>
  /** The customer's answer on PayPal's page. */
  approve: (paypalOrder: string, choice?: PayerChoice) => Promise<void>
  /** PayPal decides a pending capture. */
  decideCapture: (paypalOrder: string, status: 'COMPLETED' | 'DENIED') => Promise<void>
  /** Calls PayPal's API as an operator, or a customer's own script, could. */
  paypal: (method: string, path: string, body?: object) => Promise<PaypalResponse>
  stop: () => Promise<void>
}

type PayerChoice = 'approved' | 'declined' | 'denied' | 'pending'

interface PaypalResponse {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape are looked into by tests
  body: any
}

/** The shop's response to a payment. */
interface PaymentReply {
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape are looked into by tests
  body: any
}

export interface Movement {
  kind: 'charge' | 'refund' | 'refund_failed'
  amount: number
  currency: string
  intent: string
}

export interface ProviderOptions {
  /** Port of a shop process that receives the events itself. */
  shopPort?: number
  /** Captures every event for `capturedEvents` and delivers none. */
  shouldCaptureEvents?: boolean
}

/**
 * Starts the payment sandbox. Its events reach the webhook handler through a port of their own,
 * unless a shop in another process receives them or they are captured.
 */
export async function startProvider({
  shopPort,
  shouldCaptureEvents = false,
}: ProviderOptions = {}): Promise<Provider> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ida-provider-'))
  const capturedEvents: CapturedEvent[] = []
  const receiver = await listenForWebhooks(shouldCaptureEvents ? capturedEvents : undefined)
  const port = shopPort ?? (receiver.address() as AddressInfo).port
  const webhooks = `http://127.0.0.1:${port}/checkouts/api/webhooks`
  const sandbox = await startSandbox({
    port: 0,
    dataDir,
    secretKey: 'sk_test_sandbox',
    webhookSecret,
    webhookUrl: `${webhooks}/stripe/`,
    paypal: {
      clientId: 'sandbox-client',
      secret: 'sandbox-secret',
      webhookId: 'sandbox-webhook',
      webhookUrl: `${webhooks}/paypal/`,
    },
  })
  const control = async (path: string, method = 'GET', body?: object) => {
    const response = await fetch(`${sandbox.url}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const payload = await response.json()
    expect(response.status, JSON.stringify(payload)).toBe(200)
    return payload
  }
  const stripe = new Stripe('sk_test_sandbox', toStripeHost(sandbox.url))
  const answerChallenge: Provider['answerChallenge'] = async (clientSecret, outcome) => {
    const intent = await stripe.paymentIntents.retrieve(clientSecret.split('_secret')[0] as string)
    const action = intent.next_action?.use_stripe_sdk as { source: string } | undefined
    await control('/browser/challenge/', 'POST', { challenge: action?.source, outcome })
  }
  return {
    url: sandbox.url,
    addFaults: async (...rules) => void (await control('/_chaos', 'POST', rules)),
    clearFaults: async () => void (await control('/_chaos', 'DELETE')),
    movements: async () => (await control('/_ledger')).movements,
    findCustomerIds: async checkoutId =>
      (await stripe.customers.list({ limit: 100 })).data
        .filter(({ metadata }) => metadata['checkout'] === checkoutId)
        .map(({ id }) => id),
    calls: async () =>
      (await control('/_log')).requests.map(
        ({ method, path }: { method: string; path: string }) => `${method} ${path}`,
      ),
    events: async () => {
      const events: { type: string }[] = []
      for await (const event of stripe.events.list({ limit: 100 })) events.unshift(event)
      return events
    },
    replayEvents: async () =>
      (await control('/_webhooks/replay', 'POST', { shuffle: true })).replayed,
    capturedEvents: () => capturedEvents,
    deliveries: async () => (await control('/_webhooks')).deliveries,
    charge: async (amount, metadata) =>
      (
        await stripe.paymentIntents.create({
          amount,
          metadata,
          currency: 'usd',
          payment_method: 'pm_card_visa',
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          confirm: true,
        })
      ).id,
    refund: async (intent, amount) =>
      (await stripe.refunds.create({ payment_intent: intent, ...(amount && { amount }) })).id,
    failRefund: async refund => void (await control('/_refunds/fail', 'POST', { refund })),
    dispute: async (intent, status) =>
      void (await control('/_disputes', 'POST', { intent, status })),
    collectToken: async (cardNumber, wallet) => {
      const card = { number: cardNumber, exp_month: 12, exp_year: 2040, cvc: '123' }
      const payload = { card, ...(wallet && { wallet }) }
      return (await control('/browser/confirmation-tokens/', 'POST', payload)).id
    },
    answerChallenge,
    payOutOfBand: async pay => {
      const payment = (await pay('pm_card_authenticationRequired'))?.body
      await answerChallenge(payment?.client_secret, 'authenticated')
      return payment
    },
    approve: async (order, choice = 'approved') =>
      void (await control('/_paypal/approvals', 'POST', { order, choice })),
    decideCapture: async (order, status) =>
      void (await control('/_paypal/captures', 'POST', { order, status })),
    paypal: (method, path, body) => callPaypal(sandbox.url, method, path, body),
    stop: async () => {
      await sandbox.stop()
      await new Promise(resolve => {
        receiver.close(resolve)
        receiver.closeAllConnections()
      })
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export const sandboxCredentials = 'sandbox-client:sandbox-secret'

/** An OAuth token for PayPal's API. */
export async function paypalToken(url: string, credentials = sandboxCredentials): Promise<string> {
  const response = await fetch(`${url}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

/** Calls PayPal's API with the sandbox's token unless another is given. */
export async function callPaypal(
  url: string,
  method: string,
  path: string,
  body?: object,
  token?: string,
): Promise<PaypalResponse> {
  const bearer = token ?? (await paypalToken(url))
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : undefined }
}

/** Stripe SDK options for an API on this machine. */
export const toStripeHost = (url: string) => {
  const { hostname, port } = new URL(url)
  return { host: hostname, port, protocol: 'http' } as const
}

async function listenForWebhooks(capturedEvents: CapturedEvent[] | undefined): Promise<Server> {
  const server = createServer((request, response) => {
    const route = request.url?.includes('/paypal/') ? paypalWebhookRoute : webhookRoute
    if (capturedEvents) void captureEvent(capturedEvents, route, request).then(() => response.end())
    else void serveCall(Object.assign(request, { url: `/checkouts${route}` }), response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** A captured event; it can be delivered any number of times. */
export interface CapturedEvent {
  type: string
  deliver: () => Promise<Reply>
}

async function captureEvent(
  capturedEvents: CapturedEvent[],
  route: string,
  request: IncomingMessage,
) {
  const rawBody = await buffer(request)
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]),
  )
  const { type, event_type } = JSON.parse(rawBody.toString())
  capturedEvents.push({
    type: type ?? event_type,
    deliver: () => callRoute(route, { method: 'POST', rawBody, headers }),
  })
}

/** Sends an event to the webhook, signed unless a signature is given. */
export function sendEvent(
  event: unknown,
  headers: Record<string, string | undefined> = {},
): Promise<Reply> {
  const payload = JSON.stringify(event)
  return callRoute(webhookRoute, {
    method: 'POST',
    rawBody: payload,
    headers: { 'stripe-signature': signPayload(payload), ...headers },
  })
}

/** Stripe's signature of a body; `seconds` is its timestamp. */
export const signPayload = (payload: string, secret = webhookSecret, seconds?: number): string =>
  Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    ...(seconds !== undefined && { timestamp: seconds }),
  })

let eventCount = 0

/** A Stripe event about a payment. */
export const buildEvent = (type: string, intent: object, id = `evt_test_${++eventCount}`) => ({
  id,
  object: 'event',
  type,
  data: { object: { object: 'payment_intent', ...intent } },
})

/**
 * Ledger invariants: each checkout has at most one order per kind, a paid lifetime order only
 * beside a paid plan, and charges equal to its paid orders; every paid order has queued its
 * messages exactly once; no other money exists. Attempts may still be open.
 */
export const expectLedgerToBalance = async (
  { db }: Pick<Backend, 'db'>,
  provider: Provider,
): Promise<void> => expectBalance(await readLedgerSnapshot(db), await provider.movements())

/** The same checks for a given snapshot. */
export function expectBalance(snapshot: LedgerSnapshot, movements: Movement[]): void {
  const findOrderId = (intent: string) =>
    snapshot.attempts.find(attempt => attempt.providerRef === intent)?.orderId
  const isUnmatched = (movement: Movement) => findOrderId(movement.intent) === undefined
  expect(movements.filter(isUnmatched), 'money without an attempt').toEqual([])

  for (const { id, status, state } of snapshot.checkouts) {
    const ownOrders = snapshot.orders.filter(order => order.checkoutId === id)
    const kinds = ownOrders.map(({ kind }) => kind)
    expect(new Set(kinds).size, 'orders of one kind of one checkout').toBe(ownOrders.length)
    const [plan, lifetime] = (['plan', 'lifetime'] as const).map(kind =>
      ownOrders.find(order => order.kind === kind && order.paidAt),
    )
    expect(Boolean(plan), 'a paid checkout has its paid order').toBe(status === 'paid')
    if (lifetime) expect(plan, 'lifetime without a plan').toBeDefined()
    expect(state.isLifetimePaid, 'lifetime as the checkout tells it').toBe(
      lifetime?.status === 'paid',
    )
  }

  for (const { id, status, total, refunded, charged } of snapshot.orders) {
    const isPaid = status !== 'pending'
    const net = movements
      .filter(movement => findOrderId(movement.intent) === id)
      .reduce((sum, { kind, amount }) => sum + (kind === 'refund' ? -amount : amount), 0)
    expect(net, 'charged and not given back').toBe(isPaid ? total - refunded : 0)
    const {
      plan = 0,
      urgent = 0,
      shipping = 0,
      travel = 0,
      discount = 0,
      tax = 0,
    } = (isPaid && charged) || {}
    if (isPaid)
      expect(plan + urgent + shipping + travel - discount + tax, 'lines as charged').toBe(total)
    // There may also be a photo reminder, and a second confirmation to a corrected address.
    const queuedKinds = snapshot.outbox
      .filter(({ orderId, dedupeKey }) => dedupeKey === '' && orderId === id)
      .map(({ kind }) => kind)
      .filter(kind => kind !== 'add_photos_mail')
    expect(queuedKinds.sort()).toEqual(
      isPaid ? ['confirmation_mail', 'order_paid', 'purchase_event'] : [],
    )
  }
}
