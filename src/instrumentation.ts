import type { Instrumentation } from 'next'

// Each import stands inside its condition: development builds this file for the edge, too, and follows any other.

/** Runs once when the server starts: the jobs begin, and a wrong configuration ends it with its sentence. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { startJobs } = await import('@/server/jobs/start')
    await startJobs()
  }
}

/** What goes wrong while a page is rendered: the log, and the reporting, would not hear of it otherwise. */
export const onRequestError: Instrumentation.onRequestError = async (error, _request, context) => {
  if (process.env.NEXT_RUNTIME === 'nodejs' && context.routeType === 'render') {
    const { reportRenderError } = await import('@/server/jobs/start')
    await reportRenderError(error, context.routePath)
  }
}
