import type { Instrumentation } from 'next'

/** Logs and reports errors while a page is rendered; no other code catches them. */
export const onRequestError: Instrumentation.onRequestError = async (error, _request, context) => {
  // The import is inside the condition: development also builds this file for the edge runtime and
  // follows any other import.
  if (process.env['NEXT_RUNTIME'] === 'nodejs' && context.routeType === 'render') {
    const { reportRenderError } = await import('@/server/pages/report-render-error')
    await reportRenderError(error, context.routePath)
  }
}
