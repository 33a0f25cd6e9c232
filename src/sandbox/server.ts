import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { ZodError } from 'zod'
import { answerBrowser } from '@/sandbox/browser-side'
import { newChaos } from '@/sandbox/fault-injection'
import { BodyTooLarge, type Exchange, sendJson } from '@/sandbox/http-exchange'
import { openIdempotency } from '@/sandbox/idempotency'
import { answerPaypal, certificatePath, isPaypalPath, type PaypalApi } from '@/sandbox/paypal/api'
import { newSigner } from '@/sandbox/paypal/certificate'
import { signatureHeaders } from '@/sandbox/paypal/signature'
import { paypalWorldOf } from '@/sandbox/paypal/tables'
import { newRequestLog } from '@/sandbox/request-log'
import { openStore } from '@/sandbox/store'
import { answerApi, type StripeApi } from '@/sandbox/stripe/api'
import { worldOf } from '@/sandbox/stripe/tables'
import { answerControl } from '@/sandbox/test-control-api'
import { openWebhooks, signature } from '@/sandbox/webhooks'

export interface SandboxSettings {
  /** 0 takes any free port. */
  port: number
  /** The ledger's folder. */
  dataDir: string
  secretKey: string
  webhookSecret: string
  webhookUrl: string
  paypal: { clientId: string; secret: string; webhookId: string; webhookUrl: string }
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
  const webhooks = openWebhooks(
    store,
    {
      url: webhookUrl,
      deliveries: world.deliveries,
      events: world.events,
      typeOf: event => event.type,
      headersFor: body => ({
        'stripe-signature': signature(body, webhookSecret, Math.floor(Date.now() / 1000)),
      }),
    },
    chaos,
  )
  const idempotency = openIdempotency(store)
  const onCommit = () => webhooks.pump()
  const api: StripeApi = { chaos, idempotency, log, secretKey, store, world, onCommit }
  const url = `http://127.0.0.1:${port}`
  const paypal = openPaypal(settings, url, { chaos, log, store })
  const both = { stripe: webhooks, paypal: paypal.webhooks }
  answer = async exchange => {
    const side = sideOf(exchange)
    if (side === 'paypal') await answerPaypal(paypal.api, exchange)
    else if (side === 'api') await answerApi(api, exchange)
    else if (side === 'browser') await answerBrowser(api, paypal.api, exchange)
    else if (side === 'control')
      await answerControl(
        { chaos, log, store, webhooks: both, world, paypal: paypal.api.world },
        exchange,
      )
    else sendJson(exchange.response, 404, { error: 'Not found.' })
  }
  webhooks.pump()
  paypal.webhooks.pump()
  return {
    url,
    async stop() {
      await Promise.all([webhooks.stop(), paypal.webhooks.stop()])
      await closed(server)
      store.close()
    },
  }
}

/** The PayPal stand-in on the same journal. */
function openPaypal(
  { paypal: { clientId, secret, webhookId, webhookUrl } }: SandboxSettings,
  url: string,
  { chaos, log, store }: Pick<PaypalApi, 'chaos' | 'log' | 'store'>,
) {
  const world = paypalWorldOf(store)
  const signer = newSigner()
  const signing = { signer, webhookId, certificateUrl: `${url}${certificatePath(signer)}` }
  const webhooks = openWebhooks(
    store,
    {
      url: webhookUrl,
      deliveries: world.deliveries,
      events: world.events,
      typeOf: event => event.event_type,
      headersFor: body => signatureHeaders(body, signing),
    },
    chaos,
  )
  const api: PaypalApi = {
    chaos,
    clientId,
    log,
    secret,
    signer,
    store,
    world,
    running: new Set(),
    onCommit: () => webhooks.pump(),
  }
  return { api, webhooks }
}

/**
 * Only `/browser/` may be asked for by browsers. Whatever comes from one, directly or passed on by
 * the app (which marks it), reaches neither the API nor the ledger.
 */
function sideOf({ request, url }: Exchange): 'api' | 'browser' | 'control' | 'paypal' | undefined {
  if (url.pathname.startsWith('/browser/')) return 'browser'
  const { headers } = request
  const isBrowser =
    headers.origin !== undefined ||
    headers['sec-fetch-site'] !== undefined ||
    headers['x-sandbox-side'] === 'browser'
  if (isBrowser || !/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? '')) return undefined
  if (isPaypalPath(url.pathname)) return 'paypal'
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
