import type { ServerResponse } from 'node:http'
import { type Backend, backend } from '@/server/backend'
import { type RouteHandler, type RouteRequest, sendJson } from '@/server/http/request'
import { Failure } from '@/server/infra/api-error'
import { faultOf } from '@/server/infra/safe-error-log'
import { tellRefused } from '@/server/pages/error-page'
import { formIn } from '@/server/pages/step-forms'

/** A form that a browser has posted by itself. */
export interface PostedForm {
  request: RouteRequest
  response: ServerResponse
  form: URLSearchParams
}

/**
 * The route handler of such a form. The work answers with the address to go to, which is always one of ours; a
 * script is told it, and a browser is sent there. What it refuses is told on a page of its own. The route leaves
 * the body to be read here.
 */
export const formRoute =
  (work: (backend: Backend, posted: PostedForm) => Promise<string>): RouteHandler =>
  async (request, response) => {
    response.setHeader('Cache-Control', 'no-store')
    try {
      if (request.method !== 'POST') throw new Failure('method')
      const form = await formIn(request)
      const to = await work(await backend(), { request, response, form })
      if (isScript(request)) sendJson(response, 200, { to })
      else redirect(response, to)
    } catch (error) {
      await refuse(request, response, error)
    }
  }

/** Whether the page's script has sent the form, and goes to the address itself. */
const isScript = ({ headers }: RouteRequest): boolean => headers.accept === 'application/json'

async function refuse(
  request: RouteRequest,
  response: ServerResponse,
  error: unknown,
): Promise<void> {
  if (error instanceof Failure) {
    if (error.code === 'method') response.setHeader('Allow', 'POST')
    return tellRefused(request, response, error)
  }
  const open = await backend().catch(() => undefined)
  open?.log.error({ ...faultOf(error), route: request.url?.split('?')[0] }, 'a posted form failed')
  tell(response, 500, 'Something went wrong on our side. Go back and try again.')
}

function redirect(response: ServerResponse, to: string): void {
  response.statusCode = 303
  response.setHeader('Location', to)
  response.end()
}

function tell(response: ServerResponse, status: number, sentence: string): void {
  response.statusCode = status
  response.setHeader('Content-Type', 'text/plain; charset=utf-8')
  response.end(sentence)
}
