import type { ServerResponse } from 'node:http'
import { type Backend, getBackend } from '@/server/backend'
import { type RouteHandler, type RouteRequest, sendJson } from '@/server/http/request'
import { ApiError } from '@/server/infra/api-error'
import { toApiError } from '@/server/infra/outage'
import { getRequestId } from '@/server/infra/request-context'
import { toSafeLog } from '@/server/infra/safe-error-log'
import { sendErrorPage } from '@/server/pages/error-page'
import { readForm } from '@/server/pages/step-forms'

/** A natively posted form. */
export interface FormRequest {
  request: RouteRequest
  response: ServerResponse
  form: URLSearchParams
}

/**
 * The route handler of a native form. `handler` returns a path of this app: a script gets it as
 * JSON, a browser as a 303 redirect. An `ApiError` or an outage becomes an error page. The
 * route must leave the body unread.
 */
export const createFormRoute =
  (handler: (backend: Backend, formRequest: FormRequest) => Promise<string>): RouteHandler =>
  async (request, response) => {
    response.setHeader('Cache-Control', 'no-store')
    try {
      if (request.method !== 'POST') throw new ApiError('method')
      const backend = await getBackend()
      const form = await readForm(backend.env, request)
      const to = await handler(backend, { request, response, form })
      if (isScriptRequest(request)) sendJson(response, 200, { to })
      else sendRedirect(response, to)
    } catch (error) {
      await sendError(request, response, error)
    }
  }

/** Whether a script sent the form and navigates to the path itself. */
const isScriptRequest = ({ headers }: RouteRequest): boolean =>
  headers.accept === 'application/json'

async function sendError(
  request: RouteRequest,
  response: ServerResponse,
  error: unknown,
): Promise<void> {
  if (!(error instanceof ApiError)) await logFault(error, request.url?.split('?')[0])
  const apiError = toApiError(error)
  if (apiError?.code === 'method') response.setHeader('Allow', 'POST')
  if (apiError) return sendErrorPage(request, response, apiError)
  const reference = `Reference: ${getRequestId() ?? 'none'}`
  sendText(response, 500, `Something went wrong on our side. Go back and try again.\n${reference}`)
}

async function logFault(error: unknown, route: string | undefined): Promise<void> {
  const backend = await getBackend().catch(() => undefined)
  backend?.log.error({ event: 'form.failed', ...toSafeLog(error), route }, 'a form post failed')
}

function sendRedirect(response: ServerResponse, to: string): void {
  response.statusCode = 303
  response.setHeader('Location', to)
  response.end()
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status
  response.setHeader('Content-Type', 'text/plain; charset=utf-8')
  response.end(text)
}
