import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse as parseQuery } from 'node:querystring'
import { decodeUri } from '@/domain/input/decode-uri'
import { handleUnknownCall } from '@/server/api/endpoint'
import { securityHeaders } from '@/server/http/csp'
import type { RouteHandler } from '@/server/http/request'
import { nameRoute } from '@/server/infra/request-context'

const basePath = '/checkouts'
/** The route of addresses that may contain anything. */
const unknownRoute = 'unknown'

const callPath = /^\/checkouts\/(?:backend\/)?api(?:\/|$)/

interface Route {
  path: string
  pattern: RegExp
  /** Of the path's parameters, in the order of the pattern's groups. */
  names: string[]
  handler: RouteHandler
}

type Params = Record<string, string | string[]>

/**
 * Answers requests by the path below `/checkouts`: `[name]` is one segment, `[...name]` one or more,
 * and a path without parameters wins. Returns false for an address that may be a page or a file.
 */
export function createRouter(
  handlers: Record<string, RouteHandler>,
): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  const routes = Object.entries(handlers)
    .sort(([a], [b]) => Number(a.includes('[')) - Number(b.includes('[')))
    .map(([path, handler]) => compileRoute(path, handler))

  return async (request, response) => {
    const [path = '', search = ''] = (request.url ?? '').split(/\?(.*)/s)
    const match = findRoute(routes, path)
    if (!match && !callPath.test(path)) return false
    for (const { key, value } of securityHeaders) response.setHeader(key, value)
    nameRoute(match?.path ?? unknownRoute)
    if (isSlashMissing(path)) sendSlashRedirect(response, path, search)
    else {
      const { handler, params } = match ?? { handler: handleUnknownCall, params: {} }
      await handler(
        Object.assign(request, { query: { ...parseQuery(search), ...params } }),
        response,
      )
    }
    return true
  }
}

function compileRoute(path: string, handler: RouteHandler): Route {
  // Text and names of parameters in turns.
  const parts = path.replace(/\/$/, '').split(/\[([\w.]+)\]/)
  const isName = (index: number) => index % 2 === 1
  const source = parts
    .map((part, index) => (isName(index) ? buildGroup(part) : part.replaceAll('.', '\\.')))
    .join('')
  return {
    path,
    pattern: new RegExp(`^${basePath}${source}/?$`),
    names: parts.filter((_, index) => isName(index)),
    handler,
  }
}

const buildGroup = (name: string): string => (isRest(name) ? '(.+?)' : '([^/]+)')

const isRest = (name: string): boolean => name.startsWith('...')

function findRoute(
  routes: Route[],
  path: string,
): { path: string; handler: RouteHandler; params: Params } | undefined {
  for (const { path: routePath, pattern, names, handler } of routes) {
    const match = pattern.exec(path)
    const params = match && parseParams(names, match.slice(1))
    if (params) return { path: routePath, handler, params }
  }
  return undefined
}

/** Undefined if a percent escape is malformed: no such address exists. */
function parseParams(names: string[], texts: string[]): Params | undefined {
  const params: Params = {}
  for (const [index, name] of names.entries()) {
    const segments = (texts[index] ?? '').split('/').map(decodeUri)
    if (!segments.every(segment => segment !== undefined)) return undefined
    if (isRest(name)) params[name.slice(3)] = segments
    else params[name] = segments[0] ?? ''
  }
  return params
}

/** As for pages, an address ends with a slash unless it looks like a file. */
const isSlashMissing = (path: string): boolean => !/\/$|\.[^/]*$/.test(path)

function sendSlashRedirect(response: ServerResponse, path: string, search: string): void {
  response.statusCode = 308
  response.setHeader('Location', `${path}/${search && `?${search}`}`)
  response.end()
}
