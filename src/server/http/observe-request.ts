import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type RequestContext, runInRequest } from '@/server/infra/request-context'

/** The header with a request's id, in a trusted proxy's request and in every response. */
export const requestIdHeader = 'X-Request-Id'

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
  return runInRequest(context, answer)
}

function chooseId({ headers }: IncomingMessage, trustedProxies: number): string {
  const givenId = trustedProxies > 0 ? String(headers['x-request-id']) : ''
  return /^[\w-]{1,64}$/.test(givenId) ? givenId : randomUUID()
}
