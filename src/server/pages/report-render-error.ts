import { getBackend } from '@/server/backend'
import { toSafeLog } from '@/server/infra/safe-error-log'
import { pageFailedMessage } from '@/server/pages/page-response'

/** Logs errors of rendering; errors of a page's own work are logged where they happen. */
export async function reportRenderError(error: unknown, route: string): Promise<void> {
  if (error instanceof Error && error.message === pageFailedMessage) return
  const backend = await getBackend().catch(() => undefined)
  backend?.log.error(
    { event: 'page.render_failed', ...toSafeLog(error), route },
    'a page could not be rendered',
  )
}
