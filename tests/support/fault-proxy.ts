import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Rule } from '@/sandbox/fault-injection'
import { bodyText, drop, type Exchange, sendJson } from '@/sandbox/http-exchange'

/** Where a call goes on to, and the headers it goes with. */
export interface Onward {
  base: string
  headers: Record<string, string>
}

/** A call that a service has done, whether or not its caller came to hear of it. */
export interface Done {
  method: string
  path: string
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape are looked into by tests
  body: any
}

interface Wishes {
  /** Undefined for a path that is answered here: by `served`. */
  onward: (path: string, headers: IncomingHttpHeaders) => Onward | undefined
  served: (path: string) => string | undefined
  done: (call: Done) => void
  /** What shall go wrong with a call, if anything. */
  fault: (method: string, path: string) => Rule | undefined
}

export interface FaultProxy {
  url: string
  stop: () => Promise<void>
}

/**
 * Stands in front of any service and does to its calls what the rules say, by method and path: cut before or after,
 * late, 500, 409, 429. The service itself need not know of faults.
 */
export async function startFaultProxy(wishes: Wishes): Promise<FaultProxy> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const exchange = { request, response, method: request.method ?? 'GET', url }
    answer(exchange, wishes).catch(() => drop(exchange))
  })
  const url = await listening(server)
  return {
    url,
    stop: async () => {
      server.closeAllConnections()
      await new Promise(closed => server.close(closed))
    },
  }
}

async function answer(exchange: Exchange, wishes: Wishes): Promise<void> {
  const { method, url, request, response } = exchange
  const body = await bodyText(request)
  const onward = wishes.onward(url.pathname, request.headers)
  if (!onward) return void response.end(wishes.served(url.pathname))
  const { fault, delayMs } = wishes.fault(method, url.pathname) ?? {}
  if (fault === 'drop_before') return drop(exchange)
  if (fault === 'delay') await pause(delayMs)
  const early = failures[fault ?? '']
  if (early) return sendJson(response, early.status, early)
  const { status, headers, text } = await passedOn(exchange, onward, body)
  wishes.done({ method, path: url.pathname, status, body: parsed(text) })
  if (fault === 'delay_after') await pause(delayMs)
  if (fault === 'drop_after') return drop(exchange)
  if (fault === 'error_500_after') return sendJson(response, broken.status, broken)
  response.writeHead(status, headers)
  response.end(text)
}

/** In the words of both: Stripe's answers have an error, PayPal's a name. */
const failure = (status: number, name: string, type: string, code?: string) => ({
  status,
  name,
  message: name,
  error: { type, message: name, ...(code && { code }) },
})
const broken = failure(500, 'INTERNAL_SERVER_ERROR', 'api_error')
const failures: Record<string, { status: number }> = {
  error_500_before: broken,
  status_409: failure(409, 'CONFLICT', 'idempotency_error', 'idempotency_key_in_use'),
  status_429: failure(429, 'RATE_LIMIT_REACHED', 'invalid_request_error', 'rate_limit'),
}

/** Of one connection alone: they are other ones on either side. */
const ofConnection = ['connection', 'content-encoding', 'content-length', 'host', 'keep-alive']
const ofTransfer = ['expect', 'transfer-encoding', 'upgrade']

async function passedOn(
  { method, url, request }: Exchange,
  { base, headers }: Onward,
  body: string,
) {
  const asked = Object.entries({ ...request.headers, ...headers }).filter(isOfCall) as [
    string,
    string,
  ][]
  const told = await fetch(`${base.replace(/\/$/, '')}${url.pathname}${url.search}`, {
    method,
    headers: asked,
    redirect: 'manual',
    ...(method !== 'GET' && method !== 'HEAD' && { body }),
  })
  const given = [...told.headers].filter(isOfCall)
  return { status: told.status, headers: Object.fromEntries(given), text: await told.text() }
}

const isOfCall = ([name]: [string, unknown]): boolean =>
  ![...ofConnection, ...ofTransfer].includes(name)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
