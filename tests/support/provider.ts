import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiResolver } from 'next/dist/server/api-utils/node/api-resolver.js'
import Stripe from 'stripe'
import { expect } from 'vitest'
import * as webhookRoute from '@/pages/api/webhooks/stripe'
import { startSandbox } from '@/sandbox/server'
import type { Backend } from '@/server/backend'
import { attempts, checkouts, orders, outbox } from '@/server/db/schema'
import { ask, type Reply, routeContext } from './ask'

export const webhookSecret = 'whsec_sandbox'

export interface Provider {
  url: string
  /** What shall go wrong from now on; see the sandbox's `_chaos`. */
  breakOn: (...rules: object[]) => Promise<void>
  /** Ends all faults. Events held back are sent. */
  heal: () => Promise<void>
  movements: () => Promise<Movement[]>
  /** Calls the app has made, by method and path. */
  calls: () => Promise<string[]>
  /** Sends every event again, in any order. */
  replayEvents: () => Promise<number>
  deliveries: () => Promise<{ state: string; attempts: number; lastStatus: number | null }[]>
  /** The customer's answer to the bank's question about a payment. */
  answerChallenge: (clientSecret: string, outcome: 'authenticated' | 'failed') => Promise<void>
  stop: () => Promise<void>
}

interface Movement {
  kind: 'charge' | 'refund'
  amount: number
  currency: string
  intent: string
}

/** Starts the payment provider's stand-in. Its events reach the webhook's handler through a port of their own. */
export async function startProvider(): Promise<Provider> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ida-provider-'))
  const receiver = await listen()
  const { port } = receiver.address() as AddressInfo
  const sandbox = await startSandbox({
    port: 0,
    dataDir,
    secretKey: 'sk_test_sandbox',
    webhookSecret,
    webhookUrl: `http://127.0.0.1:${port}/checkouts/api/webhooks/stripe/`,
  })
  const control = async (path: string, method = 'GET', body?: object) => {
    const answer = await fetch(`${sandbox.url}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const told = await answer.json()
    expect(answer.status, JSON.stringify(told)).toBe(200)
    return told
  }
  const stripe = new Stripe('sk_test_sandbox', hostOf(sandbox.url))
  return {
    url: sandbox.url,
    breakOn: async (...rules) => void (await control('/_chaos', 'POST', rules)),
    heal: async () => void (await control('/_chaos', 'DELETE')),
    movements: async () => (await control('/_ledger')).movements,
    calls: async () =>
      (await control('/_log')).requests.map(
        ({ method, path }: { method: string; path: string }) => `${method} ${path}`,
      ),
    replayEvents: async () =>
      (await control('/_webhooks/replay', 'POST', { shuffle: true })).replayed,
    deliveries: async () => (await control('/_webhooks')).deliveries,
    answerChallenge: async (clientSecret, outcome) => {
      const intent = await stripe.paymentIntents.retrieve(
        clientSecret.split('_secret')[0] as string,
      )
      const action = intent.next_action?.use_stripe_sdk as { source: string } | undefined
      await control('/browser/challenge/', 'POST', { challenge: action?.source, outcome })
    },
    stop: async () => {
      await sandbox.stop()
      await new Promise(done => {
        receiver.close(done)
        receiver.closeAllConnections()
      })
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const hostOf = (url: string) => {
  const { hostname, port } = new URL(url)
  return { host: hostname, port, protocol: 'http' } as const
}

async function listen(): Promise<Server> {
  const server = createServer((request, response) => {
    void apiResolver(request, response, {}, webhookRoute, routeContext, false, false)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return server
}

/** Sends an event to the webhook, signed unless another signature is given. */
export function sendEvent(
  event: object,
  headers: Record<string, string | undefined> = {},
): Promise<Reply> {
  const payload = JSON.stringify(event)
  return ask(webhookRoute, {
    method: 'POST',
    rawBody: payload,
    headers: { 'stripe-signature': signed(payload), ...headers },
  })
}

/** Stripe's signature of a body. `seconds` is when it was made. */
export const signed = (payload: string, secret = webhookSecret, seconds?: number): string =>
  Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    ...(seconds !== undefined && { timestamp: seconds }),
  })

let events = 0

/** An event about a payment, as Stripe words it. */
export const eventOf = (type: string, intent: object, id = `evt_test_${++events}`) => ({
  id,
  object: 'event',
  type,
  data: { object: { object: 'payment_intent', ...intent } },
})

/**
 * The books: what every customer was charged is the price of their one order, every paid order has set
 * off what it must exactly once, and no money lies anywhere else. Attempts may still be open.
 */
export async function expectBooksToBalance({ db }: Backend, provider: Provider): Promise<void> {
  const found = {
    checkouts: await db.select().from(checkouts),
    orders: await db.select().from(orders),
    attempts: await db.select().from(attempts),
    outbox: await db.select().from(outbox),
  }
  const movements = await provider.movements()
  const checkoutOf = (intent: string) =>
    found.attempts.find(attempt => attempt.providerRef === intent)?.checkoutId
  const isStray = (movement: Movement) => checkoutOf(movement.intent) === undefined
  expect(movements.filter(isStray), 'money without an attempt').toEqual([])

  for (const { id, status } of found.checkouts) {
    const net = movements
      .filter(movement => checkoutOf(movement.intent) === id)
      .reduce((sum, { kind, amount }) => sum + (kind === 'charge' ? amount : -amount), 0)
    const own = found.orders.filter(order => order.checkoutId === id)
    const paid = own.filter(order => order.status === 'paid')
    expect(own.length, 'orders of one checkout').toBeLessThanOrEqual(1)
    expect(paid.length, 'a paid checkout has its paid order').toBe(status === 'paid' ? 1 : 0)
    expect(net, 'charged and not given back').toBe(paid[0]?.total ?? 0)
    for (const { charged, total } of paid) {
      const {
        plan = 0,
        urgent = 0,
        shipping = 0,
        travel = 0,
        discount = 0,
        tax = 0,
      } = charged ?? {}
      expect(plan + urgent + shipping + travel - discount + tax, 'lines as charged').toBe(total)
    }
    const kinds = found.outbox
      .filter(({ orderId }) => own.some(order => order.id === orderId))
      .map(({ kind }) => kind)
    expect(kinds.sort()).toEqual(
      status === 'paid' ? ['confirmation_mail', 'order_paid', 'purchase_event'] : [],
    )
  }
}
