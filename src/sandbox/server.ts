import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { ZodError } from 'zod'
import { handleBrowserRequest } from '@/sandbox/browser-api'
import { newFaultInjector } from '@/sandbox/fault-injection'
import { BodyTooLargeError, type Exchange, sendJson } from '@/sandbox/http-exchange'
import { openIdempotency } from '@/sandbox/idempotency'
import {
  buildCertificatePath,
  handlePaypalRequest,
  isPaypalPath,
  type PaypalApi,
} from '@/sandbox/paypal/api'
import { newSigner } from '@/sandbox/paypal/certificate'
import { buildSignatureHeaders } from '@/sandbox/paypal/signature'
import { openPaypalTables } from '@/sandbox/paypal/tables'
import { newRequestLog } from '@/sandbox/request-log'
import { openStore } from '@/sandbox/store'
import { handleStripeRequest, type StripeApi } from '@/sandbox/stripe/api'
import { openTables } from '@/sandbox/stripe/tables'
import { handleControlRequest } from '@/sandbox/test-control-api'
import { openWebhooks, signBody } from '@/sandbox/webhooks'

export interface SandboxSettings {
  /** 0 uses any free port. */
  port: number
  /** Folder of the ledger. */
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

type RequestHandler = (exchange: Exchange) => Promise<void>

/** Starts the payment sandbox on loopback. Rejects when the port is in use. */
export async function startSandbox(settings: SandboxSettings): Promise<Sandbox> {
  let handleExchange: RequestHandler = async () => {}
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const exchange = { request, response, method: request.method ?? 'GET', url }
    handleExchange(exchange).catch(error => respondWithError(exchange, error))
  })
  // Listen first: the port keeps a second process away from the same ledger.
  const port = await listen(server, settings.port)
  const store = openStore(join(settings.dataDir, 'ledger.jsonl'))
  const faults = newFaultInjector()
  const log = newRequestLog(faults)
  const tables = openTables(store)
  const { webhookUrl, webhookSecret, secretKey } = settings
  const webhooks = openWebhooks(
    store,
    {
      url: webhookUrl,
      deliveries: tables.deliveries,
      events: tables.events,
      eventType: event => event.type,
      headersFor: body => ({
        'stripe-signature': signBody(body, webhookSecret, Math.floor(Date.now() / 1000)),
      }),
    },
    faults,
  )
  const idempotency = openIdempotency(store)
  const onCommit = () => webhooks.sendDue()
  const api: StripeApi = { faults, idempotency, log, secretKey, store, tables, onCommit }
  const url = `http://127.0.0.1:${port}`
  const paypal = openPaypal(settings, url, { faults, log, store })
  const webhooksByProvider = { stripe: webhooks, paypal: paypal.webhooks }
  handleExchange = async exchange => {
    const target = resolveTarget(exchange)
    if (target === 'paypal') await handlePaypalRequest(paypal.api, exchange)
    else if (target === 'api') await handleStripeRequest(api, exchange)
    else if (target === 'browser') await handleBrowserRequest(api, paypal.api, exchange)
    else if (target === 'control')
      await handleControlRequest(
        { stripe: api, paypal: paypal.api, webhooks: webhooksByProvider },
        exchange,
      )
    else sendJson(exchange.response, 404, { error: 'Not found.' })
  }
  webhooks.sendDue()
  paypal.webhooks.sendDue()
  return {
    url,
    async stop() {
      await Promise.all([webhooks.stop(), paypal.webhooks.stop()])
      await closeServer(server)
      store.close()
    },
  }
}

/** Opens the PayPal sandbox on the same journal. */
function openPaypal(
  { paypal: { clientId, secret, webhookId, webhookUrl } }: SandboxSettings,
  url: string,
  { faults, log, store }: Pick<StripeApi, 'faults' | 'log' | 'store'>,
) {
  const tables = openPaypalTables(store)
  const signer = newSigner()
  const signingConfig = {
    signer,
    webhookId,
    certificateUrl: `${url}${buildCertificatePath(signer)}`,
  }
  const webhooks = openWebhooks(
    store,
    {
      url: webhookUrl,
      deliveries: tables.deliveries,
      events: tables.events,
      eventType: event => event.event_type,
      headersFor: body => buildSignatureHeaders(body, signingConfig),
    },
    faults,
  )
  const api: PaypalApi = {
    clientId,
    log,
    secret,
    signer,
    store,
    tables,
    running: new Set(),
    onCommit: () => webhooks.sendDue(),
  }
  return { api, webhooks }
}

/**
 * Browsers may request only `/browser/`. A request from a browser, direct or forwarded by the app
 * (which marks it), cannot reach the API or the ledger.
 */
function resolveTarget({
  request,
  url,
}: Exchange): 'api' | 'browser' | 'control' | 'paypal' | undefined {
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

function respondWithError({ response }: Exchange, error: unknown): void {
  if (response.headersSent || response.destroyed) return
  const isInputError = error instanceof SyntaxError || error instanceof ZodError
  if (error instanceof BodyTooLargeError) sendJson(response, 413, { error: 'Too large.' })
  else if (isInputError) sendJson(response, 400, { error: error.message })
  else {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    sendJson(response, 500, { error: { type: 'api_error', message: 'The sandbox failed.' } })
  }
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}

async function closeServer(server: Server): Promise<void> {
  await new Promise(resolve => {
    server.close(resolve)
    server.closeAllConnections()
  })
}
