import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { ZodError } from 'zod'
import { answerBrowser } from '@/sandbox/browser-side'
import { newChaos } from '@/sandbox/chaos'
import { answerControl } from '@/sandbox/control'
import { BodyTooLarge, type Exchange, sendJson } from '@/sandbox/exchange'
import { openIdempotency } from '@/sandbox/idempotency'
import { newRequestLog } from '@/sandbox/request-log'
import { openStore } from '@/sandbox/store'
import { answerApi, type StripeApi } from '@/sandbox/stripe/api'
import { worldOf } from '@/sandbox/stripe/world'
import { openWebhooks } from '@/sandbox/webhooks'

export interface SandboxSettings {
  /** 0 takes any free port. */
  port: number
  /** The ledger's folder. */
  dataDir: string
  secretKey: string
  webhookSecret: string
  webhookUrl: string
}

export interface Sandbox {
  url: string
  stop(): Promise<void>
}

type Answerer = (exchange: Exchange) => Promise<void>

/** Starts the payment providers' stand-in on loopback. Rejects when the port is taken. */
export async function startSandbox(settings: SandboxSettings): Promise<Sandbox> {
  let answer: Answerer = async () => {}
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const exchange = { request, response, method: request.method ?? 'GET', url }
    answer(exchange).catch(error => fail(exchange, error))
  })
  // The port is taken first: it keeps a second process away from the same ledger.
  const port = await listening(server, settings.port)
  const store = openStore(join(settings.dataDir, 'ledger.jsonl'))
  const chaos = newChaos()
  const log = newRequestLog()
  const world = worldOf(store)
  const { webhookUrl, webhookSecret, secretKey } = settings
  const webhooks = openWebhooks(store, { url: webhookUrl, secret: webhookSecret }, chaos)
  const idempotency = openIdempotency(store)
  const onCommit = () => webhooks.pump()
  const api: StripeApi = { chaos, idempotency, log, secretKey, store, world, onCommit }
  answer = async exchange => {
    const side = sideOf(exchange)
    if (side === 'api') await answerApi(api, exchange)
    else if (side === 'browser') await answerBrowser(api, exchange)
    else if (side === 'control') await answerControl({ chaos, log, webhooks, world }, exchange)
    else sendJson(exchange.response, 404, { error: 'Not found.' })
  }
  webhooks.pump()
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await webhooks.stop()
      await closed(server)
      store.close()
    },
  }
}

/**
 * Only `/browser/` may be asked for by browsers. Whatever comes from one, directly or passed on by
 * the app (which marks it), reaches neither the API nor the ledger.
 */
function sideOf({ request, url }: Exchange): 'api' | 'browser' | 'control' | undefined {
  if (url.pathname.startsWith('/browser/')) return 'browser'
  const { headers } = request
  const isBrowser =
    headers.origin !== undefined ||
    headers['sec-fetch-site'] !== undefined ||
    headers['x-sandbox-side'] === 'browser'
  if (isBrowser || !/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? '')) return undefined
  if (url.pathname.startsWith('/v1/')) return 'api'
  return url.pathname.startsWith('/_') ? 'control' : undefined
}

function fail({ response }: Exchange, error: unknown): void {
  if (response.headersSent || response.destroyed) return
  const isInput = error instanceof SyntaxError || error instanceof ZodError
  if (error instanceof BodyTooLarge) sendJson(response, 413, { error: 'Too large.' })
  else if (isInput) sendJson(response, 400, { error: error.message })
  else {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    sendJson(response, 500, { error: { type: 'api_error', message: 'The sandbox failed.' } })
  }
}

async function listening(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}

async function closed(server: Server): Promise<void> {
  await new Promise(resolve => {
    server.close(resolve)
    server.closeAllConnections()
  })
}
