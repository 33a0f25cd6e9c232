import type { Backend } from '@/server/backend'
import { toSafeLog } from '@/server/infra/safe-error-log'

interface Job {
  intervalMs: number
  run: (backend: Backend) => Promise<void>
  /** The log event of a failed run; the next run follows anyway. */
  failureEvent: string
}

/**
 * Runs a job at an interval until stopped, one run at a time; returns the stop function. The timer
 * does not keep the process alive.
 */
export function runPeriodically(
  backend: Backend,
  { intervalMs, run, failureEvent }: Job,
): () => void {
  let isStopped = false
  let timer: NodeJS.Timeout
  const scheduleNext = () => {
    timer = setTimeout(async () => {
      await run(backend).catch(error =>
        backend.log.error({ event: failureEvent, ...toSafeLog(error) }, 'a background job failed'),
      )
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
