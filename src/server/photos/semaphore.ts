import type { ApiError } from '@/server/infra/api-error'
import { createPhotoError } from '@/server/photos/photo-errors'

interface SemaphoreOptions {
  /** Tasks that run at the same time. */
  concurrency: number
  /** Running and queued tasks of one caller. */
  maxPerCaller: number
  /** Tasks that wait for a slot. */
  maxQueued: number
  /** How long a task waits for a slot. */
  queueTimeoutMs: number
}

/**
 * Limits the tasks that run at the same time in this process. A task that gets no slot in time is
 * refused with `unavailable` and a retry time.
 */
export function semaphore({
  concurrency,
  maxPerCaller,
  maxQueued,
  queueTimeoutMs,
}: SemaphoreOptions) {
  let activeCount = 0
  const activeByCaller = new Map<string, number>()
  const queue = new Set<() => void>()

  const waitForTurn = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const proceed = () => {
        clearTimeout(timer)
        queue.delete(proceed)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.delete(proceed)
        reject(createBusyError())
      }, queueTimeoutMs)
      queue.add(proceed)
    })

  const acquire = async (): Promise<void> => {
    if (activeCount >= concurrency) {
      if (queue.size >= maxQueued) throw createBusyError()
      // A finished task hands its slot over, so that no new task takes it first.
      return waitForTurn()
    }
    activeCount += 1
  }

  const release = (): void => {
    const [next] = queue
    if (next) next()
    else activeCount -= 1
  }

  return async <T>(task: () => Promise<T>, callerKey = ''): Promise<T> => {
    const callerCount = activeByCaller.get(callerKey) ?? 0
    if (callerCount >= maxPerCaller) throw createBusyError()
    activeByCaller.set(callerKey, callerCount + 1)
    try {
      await acquire()
      return await task().finally(release)
    } finally {
      const remaining = (activeByCaller.get(callerKey) ?? 1) - 1
      if (remaining > 0) activeByCaller.set(callerKey, remaining)
      else activeByCaller.delete(callerKey)
    }
  }
}

const createBusyError = (): ApiError => createPhotoError('busy')
