import type { Backend } from '@/server/backend'
import { faultOf } from '@/server/infra/safe-error-log'

interface Job {
  everyMs: number
  run: (backend: Backend) => Promise<void>
  /** What the log says when a run fails; the next one comes all the same. */
  failed: string
}

/** Does a job now and then until stopped; one run at a time, and none keeps the process alive. */
export function repeat(backend: Backend, { everyMs, run, failed }: Job): () => void {
  let isStopped = false
  let timer: NodeJS.Timeout
  const next = () => {
    timer = setTimeout(async () => {
      await run(backend).catch(error => backend.log.error(faultOf(error), failed))
      if (!isStopped) next()
    }, everyMs)
    timer.unref()
  }
  next()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
