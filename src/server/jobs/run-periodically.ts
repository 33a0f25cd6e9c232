import type { Backend } from '@/server/backend'
import { toSafeLog } from '@/server/infra/safe-error-log'

interface Job {
  intervalMs: number
  run: (backend: Backend) => Promise<void>
  /** What the log says when a run fails; the next one comes all the same. */
  failureMessage: string
}

/** Does a job now and then until stopped; one run at a time, and none keeps the process alive. */
export function runPeriodically(
  backend: Backend,
  { intervalMs, run, failureMessage }: Job,
): () => void {
  let isStopped = false
  let timer: NodeJS.Timeout
  const scheduleNext = () => {
    timer = setTimeout(async () => {
      await run(backend).catch(error => backend.log.error(toSafeLog(error), failureMessage))
      if (!isStopped) scheduleNext()
    }, intervalMs)
    timer.unref()
  }
  scheduleNext()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
