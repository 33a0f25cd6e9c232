import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { readBody } from '@/sandbox/http-exchange'
import { type Sandbox, startSandbox } from '@/sandbox/server'
import type { Movement } from '@/sandbox/stripe/objects'

export const SECRET = 'whsec_bench'
const KEY = 'sk_test_bench'

/** A sandbox on a free port, with a shop endpoint that receives its webhooks. */
export interface SandboxHarness {
  stripe: Stripe
  url(): string
  received: Stripe.Event[]
  /** Status of the shop's webhook responses. */
  shopStatus: number
  /** Resolves when a matching event has arrived at the shop. */
  waitForEvent(isMatch: (event: Stripe.Event) => boolean): Promise<Stripe.Event>
  call(method: string, path: string, body?: unknown): Promise<{ status: number; json: never }>
  movements(): Promise<Movement[]>
  restart(): Promise<void>
  stop(): Promise<void>
}

interface Waiter {
  isMatch(event: Stripe.Event): boolean
  resolve(event: Stripe.Event): void
}

export async function openSandboxHarness(): Promise<SandboxHarness> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const waiters: Waiter[] = []
  const received: Stripe.Event[] = []
  const shop = createServer(async (request, response) => {
    const body = await readBody(request)
    const signature = request.headers['stripe-signature'] ?? ''
    const event = Stripe.webhooks.constructEvent(body, signature, SECRET)
    received.push(event)
    response.writeHead(harness.shopStatus).end()
    for (const { isMatch, resolve } of waiters) if (isMatch(event)) resolve(event)
  })
  const webhookUrl = `http://127.0.0.1:${await listen(shop)}/webhooks/`
  const paypal = {
    clientId: 'client',
    secret: 'secret',
    webhookId: 'WH-1',
    webhookUrl: 'http://127.0.0.1:9/',
  }
  const settings = { dataDir, secretKey: KEY, webhookSecret: SECRET, webhookUrl, paypal }
  let sandbox: Sandbox = await startSandbox({ ...settings, port: 0 })
  const harness: SandboxHarness = {
    stripe: createClient(sandbox),
    url: () => sandbox.url,
    received,
    shopStatus: 200,
    waitForEvent: isMatch =>
      new Promise(resolve => {
        const receivedEvent = received.find(isMatch)
        if (receivedEvent) resolve(receivedEvent)
        else waiters.push({ isMatch, resolve })
      }),
    call: (method, path, body) => callSandbox(`${sandbox.url}${path}`, method, body),
    movements: async () => {
      const { json } = await callSandbox(`${sandbox.url}/_ledger`, 'GET')
      return (json as { movements: Movement[] }).movements
    },
    async restart() {
      await sandbox.stop()
      sandbox = await startSandbox({ ...settings, port: 0 })
      harness.stripe = createClient(sandbox)
    },
    async stop() {
      await sandbox.stop()
      shop.closeAllConnections()
      await new Promise(resolve => shop.close(resolve))
      rmSync(dataDir, { recursive: true })
    },
  }
  return harness
}

function createClient({ url }: Sandbox): Stripe {
  const { hostname: host, port: portNumber } = new URL(url)
  const protocol = 'http'
  const options = { host, port: portNumber, protocol, maxNetworkRetries: 0, timeout: 5000 } as const
  return new Stripe(KEY, { ...options, telemetry: false })
}

async function callSandbox(url: string, method: string, body?: unknown) {
  const headers = { 'content-type': 'application/json' }
  const content = body === undefined ? null : JSON.stringify(body)
  const response = await fetch(url, { method, headers, body: content })
  const text = await response.text()
  return { status: response.status, json: (text ? JSON.parse(text) : null) as never }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
