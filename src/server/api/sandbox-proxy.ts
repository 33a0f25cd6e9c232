import { backend } from '@/server/backend'
import {
  isSameOrigin,
  type RouteHandler,
  type RouteRequest,
  rawBody,
  sendJson,
} from '@/server/http/request'
import { Failure } from '@/server/infra/api-error'

const timeoutMs = 10_000
const bodyLimit = 65_536

/** Passes the sandbox's browser files through the app's own address; without the sandbox there is nothing here. */
export const forwardToSandbox: RouteHandler = async (request, response) => {
  try {
    const { env } = await backend()
    if (env.payments !== 'sandbox') throw new Failure('not_found')
    if (request.method !== 'GET' && !isSameOrigin(request)) throw new Failure('origin')
    const answer = await fetch(addressAt(env.sandboxUrl, request), {
      method: request.method ?? 'GET',
      ...(request.method === 'POST' && { body: (await rawBody(request, bodyLimit)).toString() }),
      headers: { 'content-type': request.headers['content-type'] ?? '', ...fromBrowser },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    for (const name of passedOn) {
      const value = answer.headers.get(name)
      if (value) response.setHeader(name, value)
    }
    response.statusCode = answer.status
    response.end(Buffer.from(await answer.arrayBuffer()))
  } catch (error) {
    const failure = error instanceof Failure ? error : new Failure('unavailable')
    sendJson(response, failure.status, failure)
  }
}

/** Marks what is passed on: to a browser the sandbox opens neither its API nor its ledger. */
const fromBrowser = { 'x-sandbox-side': 'browser' }

const passedOn = ['content-type', 'content-security-policy', 'cache-control']

/** Only what the sandbox keeps under /browser/ can be reached from outside. */
function addressAt(sandboxUrl: string, request: RouteRequest): string {
  const parts = [request.query.path ?? []].flat()
  if (parts.some(part => part === '.' || part === '..')) throw new Failure('not_found')
  const path = parts.map(encodeURIComponent).join('/')
  const [, query = ''] = (request.url ?? '').split('?')
  const slash = /\.\w+$/.test(path) ? '' : '/'
  return `${sandboxUrl}/browser/${path}${slash}${query && `?${query}`}`
}
