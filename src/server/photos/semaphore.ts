import type { ApiError } from '@/server/infra/api-error'
import { createPhotoError } from '@/server/photos/photo-errors'

interface SemaphoreOptions {
  /** So much is done at a time. */
  concurrency: number
  /** Of it, so much for one caller. */
  maxPerCaller: number
  /** So many wait for their turn, */
  maxQueued: number
  /** and no longer than this. */
  queueTimeoutMs: number
}

/** Lets only so much happen in this process at once. What finds no place is `unavailable` and told to come back. */
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
      // Whoever leaves hands the place over, so that nobody slips in between.
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
