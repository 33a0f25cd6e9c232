import { getBackend } from '@/server/backend'
import { toSafeLog } from '@/server/infra/safe-error-log'
import { startOutbox } from '@/server/jobs/outbox'
import { startRetention } from '@/server/jobs/retention'
import { startSweeper } from '@/server/jobs/sweep-open-payments'
import { pageFailedMessage } from '@/server/pages/page-response'
import { listMissingTextFiles } from '@/server/texts/load-texts'

/** Opens the database and starts the jobs. If that fails, the process ends with the message. */
export async function startJobs(): Promise<void> {
  try {
    const openBackend = await getBackend()
    // Only logs uncaught exceptions; their handling does not change.
    process.on('uncaughtExceptionMonitor', error =>
      openBackend.log.error(
        { event: 'process.uncaught_error', ...toSafeLog(error) },
        'an error was not caught',
      ),
    )
    startSweeper(openBackend)
    startRetention(openBackend)
    startOutbox(openBackend)
    const missingFiles = listMissingTextFiles()
    if (missingFiles.length > 0)
      openBackend.log.warn(
        { event: 'texts.files_missing', files: missingFiles },
        'translation files are missing: customers read them in English',
      )
    if (openBackend.env.payments === 'live' && !openBackend.env.mail.smtpUrl)
      openBackend.log.warn(
        { event: 'mail.not_configured' },
        'SMTP_URL is not set: mails to customers are only written to the data folder',
      )
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(1)
  }
}

/** Logs errors of rendering; errors of a page's own work are logged where they happen. */
export async function reportRenderError(error: unknown, route: string): Promise<void> {
  if (error instanceof Error && error.message === pageFailedMessage) return
  const openBackend = await getBackend().catch(() => undefined)
  openBackend?.log.error(
    { event: 'page.render_failed', ...toSafeLog(error), route },
    'a page could not be rendered',
  )
}
