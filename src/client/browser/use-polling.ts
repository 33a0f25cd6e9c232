import { useEffect, useEffectEvent } from 'react'

/** Delay before the next poll, in milliseconds, after this many; undefined: no more. */
export type PollingIntervals = (pollCount: number) => number | undefined

/**
 * About half an hour: every 4 s at first, then every 15 s. An open bank authentication is cancelled
 * by then.
 */
const patientIntervals: PollingIntervals = pollCount => {
  if (pollCount < 12) return 4_000
  return pollCount < 120 ? 15_000 : undefined
}

interface Poll {
  /** 1 for the first one since the polling started. */
  pollCount: number
  /** Aborted when the polling stops: a response that arrives later is not used. */
  signal: AbortSignal
}

/**
 * Polls while `isEnabled` and the page is visible: one call at a time, again after a failed one.
 * Another `intervals` function starts from the beginning.
 */
export function usePolling(
  isEnabled: boolean,
  poll: (poll: Poll) => Promise<unknown>,
  intervals = patientIntervals,
): void {
  const callPoll = useEffectEvent(poll)
  useEffect(() => {
    if (!isEnabled) return undefined
    const controller = new AbortController()
    const { signal } = controller
    let pollCount = 0
    let isPolling = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const scheduleNext = () => {
      clearTimeout(timer)
      const delayMs = intervals(pollCount)
      if (document.hidden || isPolling || signal.aborted || delayMs === undefined) return
      timer = setTimeout(runPoll, delayMs)
    }
    const runPoll = async () => {
      pollCount += 1
      isPolling = true
      await callPoll({ pollCount, signal }).catch(() => undefined)
      isPolling = false
      scheduleNext()
    }
    scheduleNext()
    document.addEventListener('visibilitychange', scheduleNext)
    return () => {
      controller.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', scheduleNext)
    }
  }, [isEnabled, intervals])
}
