import type { Backend } from '@/server/backend'
import { toSafeLog } from '@/server/infra/safe-error-log'
import { startOutbox } from '@/server/jobs/outbox'
import { startRecovery } from '@/server/jobs/recovery'
import { startRetention } from '@/server/jobs/retention'
import { runPeriodically } from '@/server/jobs/run-periodically'
import { startSweeper } from '@/server/jobs/sweep-open-payments'

/** Starts the jobs, and logs what an operator should know about this process. */
export function startJobs(backend: Backend): void {
  // Only logs uncaught exceptions; their handling does not change.
  process.on('uncaughtExceptionMonitor', error =>
    backend.log.error(
      { event: 'process.uncaught_error', ...toSafeLog(error) },
      'an error was not caught',
    ),
  )
  startSweeper(backend)
  startRetention(backend)
  startOutbox(backend)
  startRecovery(backend)
  keepCatalogFresh(backend)
  if (backend.env.payments === 'live' && !backend.env.mail.smtpUrl)
    backend.log.warn(
      { event: 'mail.not_configured' },
      'SMTP_URL is not set: mails to customers are only written to the data folder',
    )
}

/** Short enough that `catalog` reads again in the background, so that no visitor waits for it. */
const catalogIntervalMs = 4_000

const keepCatalogFresh = (backend: Backend) =>
  runPeriodically(backend, {
    intervalMs: catalogIntervalMs,
    run: async ({ catalog }) => void (await catalog()),
    failureEvent: 'catalog.read_failed',
  })
