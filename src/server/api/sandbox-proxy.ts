import { getBackend } from '@/server/backend'
import {
  isSameOrigin,
  type RouteHandler,
  type RouteRequest,
  readRawBody,
  sendApiError,
} from '@/server/http/request'
import { ApiError } from '@/server/infra/api-error'

const timeoutMs = 10_000
const maxBodyBytes = 65_536

/** Forwards the sandbox's browser files through the app's own origin; 404 without the sandbox. */
export const forwardToSandbox: RouteHandler = async (request, response) => {
  try {
    const { env } = await getBackend()
    if (env.payments !== 'sandbox') throw new ApiError('not_found')
    if (request.method !== 'GET' && !isSameOrigin(request, env.trustedProxies))
      throw new ApiError('origin')
    const upstream = await fetch(buildSandboxUrl(env.sandboxUrl, request), {
      method: request.method ?? 'GET',
      ...(request.method === 'POST' && {
        body: (await readRawBody(request, maxBodyBytes)).toString(),
      }),
      headers: { 'content-type': request.headers['content-type'] ?? '', ...browserHeaders },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    for (const name of forwardedHeaders) {
      const value = upstream.headers.get(name)
      if (value) response.setHeader(name, value)
    }
    response.statusCode = upstream.status
    response.end(Buffer.from(await upstream.arrayBuffer()))
  } catch (error) {
    const apiError = error instanceof ApiError ? error : new ApiError('unavailable')
    sendApiError(request, response, apiError)
  }
}

/** Marks forwarded requests: the sandbox then serves neither its API nor its ledger. */
const browserHeaders = { 'x-sandbox-side': 'browser' }

const forwardedHeaders = ['content-type', 'content-security-policy', 'cache-control']

/**
 * The sandbox's URL below `/browser/`, the only path that browsers can reach. Throws `not_found`
 * for `.` and `..` segments.
 */
function buildSandboxUrl(sandboxUrl: string, request: RouteRequest): string {
  const segments = [request.query['path'] ?? []].flat()
  if (segments.some(segment => segment === '.' || segment === '..')) throw new ApiError('not_found')
  const path = segments.map(encodeURIComponent).join('/')
  const [, query = ''] = (request.url ?? '').split('?')
  const slash = /\.\w+$/.test(path) ? '' : '/'
  return `${sandboxUrl}/browser/${path}${slash}${query && `?${query}`}`
}
