import type { Instrumentation } from 'next'

// Each import is inside its condition: development also builds this file for the edge runtime and
// follows any other import.

/**
 * Runs once when the server starts: starts the jobs. An invalid configuration ends the server with
 * its message.
 */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] === 'nodejs') {
    const { startJobs } = await import('@/server/jobs/start')
    await startJobs()
  }
}

/** Logs and reports errors while a page is rendered; no other code catches them. */
export const onRequestError: Instrumentation.onRequestError = async (error, _request, context) => {
  if (process.env['NEXT_RUNTIME'] === 'nodejs' && context.routeType === 'render') {
    const { reportRenderError } = await import('@/server/jobs/start')
    await reportRenderError(error, context.routePath)
  }
}
