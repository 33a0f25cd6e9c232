import { getBackend } from '@/server/backend'
import { toSafeLog } from '@/server/infra/safe-error-log'
import { startOutbox } from '@/server/jobs/outbox'
import { startRetention } from '@/server/jobs/retention'
import { startSweeper } from '@/server/jobs/sweep-open-payments'
import { pageFailedMessage } from '@/server/pages/page-response'
import { listMissingTextFiles } from '@/server/texts/load-texts'

/** Opens the database and starts the jobs. What would lose data or money ends the process with its sentence. */
export async function startJobs(): Promise<void> {
  try {
    const openBackend = await getBackend()
    // What nobody has caught ends the process, or not, as it did before: it is only told first.
    process.on('uncaughtExceptionMonitor', error =>
      openBackend.log.error(toSafeLog(error), 'a fault was not caught'),
    )
    startSweeper(openBackend)
    startRetention(openBackend)
    startOutbox(openBackend)
    const missingFiles = listMissingTextFiles()
    if (missingFiles.length > 0)
      openBackend.log.warn(
        { files: missingFiles },
        'texts are missing: customers read them in English',
      )
    if (openBackend.env.payments === 'live' && !openBackend.env.mail.smtpUrl)
      openBackend.log.warn(
        'SMTP_URL is not set: mails to customers are only written to the data folder',
      )
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(1)
  }
}

/** What a page's own work throws is told where it happens; what its rendering throws, here. */
export async function reportRenderError(error: unknown, route: string): Promise<void> {
  if (error instanceof Error && error.message === pageFailedMessage) return
  const openBackend = await getBackend().catch(() => undefined)
  openBackend?.log.error({ ...toSafeLog(error), route }, 'a page could not be rendered')
}
