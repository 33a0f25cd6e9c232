import { randomUUID } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type RequestContext, runInRequest } from '@/server/infra/request-context'

/** The header with a request's id, in a trusted proxy's request and in every response. */
export const requestIdHeader = 'X-Request-Id'

/** A request, as it is published when its response has ended. */
export interface AnsweredRequest {
  /** See `RequestContext`; `other` for an address that no call, file or page has. */
  route: string
  method: string
  /** `2xx` to `5xx`; `aborted` if the client went away before the end. */
  status: string
  seconds: number
}

/** Without a subscriber nothing is measured. */
export const answeredRequests = channel('ida-checkout.request')

/**
 * Answers a request under its id, which is in the response, in each line of the log, and in reports of
 * errors. The id of a proxy is used if the shop has proxies of its own; else a new one.
 */
export function observeRequest<T>(
  request: IncomingMessage,
  response: ServerResponse,
  trustedProxies: number,
  answer: () => Promise<T>,
): Promise<T> {
  const context: RequestContext = { id: chooseId(request, trustedProxies) }
  response.setHeader(requestIdHeader, context.id)
  // HTTP/1.1 connections stay open without a header, and a first page takes twelve responses.
  if (response.shouldKeepAlive && request.httpVersion === '1.1') response.removeHeader('Connection')
  if (answeredRequests.hasSubscribers) publishWhenAnswered(request, response, context)
  return runInRequest(context, answer)
}

function chooseId({ headers }: IncomingMessage, trustedProxies: number): string {
  const givenId = trustedProxies > 0 ? String(headers['x-request-id'] ?? '') : ''
  return /^[\w-]{1,64}$/.test(givenId) ? givenId : randomUUID()
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'])

function publishWhenAnswered(
  { method = '' }: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
): void {
  const start = performance.now()
  response.once('close', () =>
    answeredRequests.publish({
      route: context.route ?? 'other',
      method: methods.has(method) ? method : 'other',
      status: response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : 'aborted',
      seconds: (performance.now() - start) / 1_000,
    } satisfies AnsweredRequest),
  )
}
