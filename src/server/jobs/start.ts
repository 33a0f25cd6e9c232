import { backend } from '@/server/backend'
import { faultOf } from '@/server/infra/safe-error-log'
import { startOutbox } from '@/server/jobs/outbox'
import { startRetention } from '@/server/jobs/retention'
import { startSweeper } from '@/server/jobs/sweep-open-payments'
import { pageFailed } from '@/server/pages/page-response'
import { missingTextFiles } from '@/server/texts/load-texts'

/** Opens the database and starts the jobs. What would lose data or money ends the process with its sentence. */
export async function start(): Promise<void> {
  try {
    const open = await backend()
    // What nobody has caught ends the process, or not, as it did before: it is only told first.
    process.on('uncaughtExceptionMonitor', error =>
      open.log.error(faultOf(error), 'a fault was not caught'),
    )
    startSweeper(open)
    startRetention(open)
    startOutbox(open)
    const missing = missingTextFiles()
    if (missing.length > 0)
      open.log.warn({ files: missing }, 'texts are missing: customers read them in English')
    if (open.env.payments === 'live' && !open.env.mail.smtpUrl)
      open.log.warn('SMTP_URL is not set: mails to customers are only written to the data folder')
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(1)
  }
}

/** What a page's own work throws is told where it happens; what its rendering throws, here. */
export async function tellRenderFault(error: unknown, route: string): Promise<void> {
  if (error instanceof Error && error.message === pageFailed) return
  const open = await backend().catch(() => undefined)
  open?.log.error({ ...faultOf(error), route }, 'a page could not be rendered')
}
