import type { ServerResponse } from 'node:http'
import { type Backend, getBackend } from '@/server/backend'
import { type RouteHandler, type RouteRequest, sendJson } from '@/server/http/request'
import { ApiError } from '@/server/infra/api-error'
import { toSafeLog } from '@/server/infra/safe-error-log'
import { sendErrorPage } from '@/server/pages/error-page'
import { readForm } from '@/server/pages/step-forms'

/** A form that a browser has posted by itself. */
export interface FormRequest {
  request: RouteRequest
  response: ServerResponse
  form: URLSearchParams
}

/**
 * The route handler of such a form. The work answers with the address to go to, which is always one of ours; a
 * script is told it, and a browser is sent there. What it refuses is told on a page of its own. The route leaves
 * the body to be read here.
 */
export const createFormRoute =
  (handler: (backend: Backend, formRequest: FormRequest) => Promise<string>): RouteHandler =>
  async (request, response) => {
    response.setHeader('Cache-Control', 'no-store')
    try {
      if (request.method !== 'POST') throw new ApiError('method')
      const form = await readForm(request)
      const to = await handler(await getBackend(), { request, response, form })
      if (isScriptRequest(request)) sendJson(response, 200, { to })
      else sendRedirect(response, to)
    } catch (error) {
      await sendError(request, response, error)
    }
  }

/** Whether the page's script has sent the form, and goes to the address itself. */
const isScriptRequest = ({ headers }: RouteRequest): boolean =>
  headers.accept === 'application/json'

async function sendError(
  request: RouteRequest,
  response: ServerResponse,
  error: unknown,
): Promise<void> {
  if (error instanceof ApiError) {
    if (error.code === 'method') response.setHeader('Allow', 'POST')
    return sendErrorPage(request, response, error)
  }
  const backend = await getBackend().catch(() => undefined)
  backend?.log.error(
    { ...toSafeLog(error), route: request.url?.split('?')[0] },
    'a posted form failed',
  )
  sendText(response, 500, 'Something went wrong on our side. Go back and try again.')
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
