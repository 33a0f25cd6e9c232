import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FaultRule } from '@/sandbox/fault-injection'
import { dropConnection, type Exchange, readBody, sendJson } from '@/sandbox/http-exchange'

/** Target of a forwarded call, and headers to set. */
export interface ProxyTarget {
  base: string
  headers: Record<string, string>
}

/** A call that the service has processed, even if the caller got no response. */
export interface ForwardedCall {
  method: string
  path: string
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape are looked into by tests
  body: any
}

interface FaultProxyOptions {
  /** Undefined for a path that `serveLocally` answers. */
  resolveTarget: (path: string, headers: IncomingHttpHeaders) => ProxyTarget | undefined
  serveLocally: (path: string) => string | undefined
  onForwarded: (call: ForwardedCall) => void
  /** The fault to inject into a call, if any. */
  findFault: (method: string, path: string) => FaultRule | undefined
}

export interface FaultProxy {
  url: string
  stop: () => Promise<void>
}

/**
 * A proxy that injects faults by method and path: dropped connections (before or after), delays,
 * 500, 409 and 429. The service needs no support for it.
 */
export async function startFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const exchange = { request, response, method: request.method ?? 'GET', url }
    handleExchange(exchange, options).catch(() => dropConnection(exchange))
  })
  const url = await listen(server)
  return {
    url,
    stop: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function handleExchange(exchange: Exchange, options: FaultProxyOptions): Promise<void> {
  const { method, url, request, response } = exchange
  const body = await readBody(request)
  const target = options.resolveTarget(url.pathname, request.headers)
  if (!target) return void response.end(options.serveLocally(url.pathname))
  const { fault, delayMs } = options.findFault(method, url.pathname) ?? {}
  if (fault === 'drop_before') return dropConnection(exchange)
  if (fault === 'delay') await pause(delayMs)
  const earlyResponse = failures[fault ?? '']
  if (earlyResponse) return sendJson(response, earlyResponse.status, earlyResponse)
  const { status, headers, text } = await forward(exchange, target, body)
  options.onForwarded({ method, path: url.pathname, status, body: parseJson(text) })
  if (fault === 'delay_after') await pause(delayMs)
  if (fault === 'drop_after') return dropConnection(exchange)
  if (fault === 'error_500_after') return sendJson(response, internalError.status, internalError)
  response.writeHead(status, headers)
  response.end(text)
}

/** An error in both formats: Stripe reads `error`, PayPal reads `name`. */
const buildFailure = (status: number, name: string, type: string, code?: string) => ({
  status,
  name,
  message: name,
  error: { type, message: name, ...(code && { code }) },
})
const internalError = buildFailure(500, 'INTERNAL_SERVER_ERROR', 'api_error')
const failures: Record<string, { status: number }> = {
  error_500_before: internalError,
  status_409: buildFailure(409, 'CONFLICT', 'idempotency_error', 'idempotency_key_in_use'),
  status_429: buildFailure(429, 'RATE_LIMIT_REACHED', 'invalid_request_error', 'rate_limit'),
}

/** Hop-by-hop headers and those that each side computes itself. */
const connectionHeaders = ['connection', 'content-encoding', 'content-length', 'host', 'keep-alive']
const transferHeaders = ['expect', 'transfer-encoding', 'upgrade']

async function forward(
  { method, url, request }: Exchange,
  { base, headers }: ProxyTarget,
  body: string,
) {
  const requestHeaders = Object.entries({ ...request.headers, ...headers }).filter(
    isEndToEndHeader,
  ) as [string, string][]
  const response = await fetch(`${base.replace(/\/$/, '')}${url.pathname}${url.search}`, {
    method,
    headers: requestHeaders,
    redirect: 'manual',
    ...(method !== 'GET' && method !== 'HEAD' && { body }),
  })
  const responseHeaders = [...response.headers].filter(isEndToEndHeader)
  return {
    status: response.status,
    headers: Object.fromEntries(responseHeaders),
    text: await response.text(),
  }
}

const isEndToEndHeader = ([name]: [string, unknown]): boolean =>
  ![...connectionHeaders, ...transferHeaders].includes(name)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
