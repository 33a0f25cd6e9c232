import { useEffect, useRef } from 'react'

/**
 * About half an hour: every 4 s at first, then every 15 s. An open bank authentication is cancelled
 * by then.
 */
const maxPolls = 120
const intervalMsFor = (pollCount: number): number => (pollCount < 12 ? 4_000 : 15_000)

/** Polls while `isEnabled` and the page is visible; a hidden page pauses. */
export function usePolling(isEnabled: boolean, poll: () => Promise<unknown>): void {
  const latestPoll = useRef(poll)
  latestPoll.current = poll
  useEffect(() => {
    if (!isEnabled) return undefined
    let pollCount = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const scheduleNext = () => {
      clearTimeout(timer)
      if (!document.hidden && pollCount < maxPolls)
        timer = setTimeout(runPoll, intervalMsFor(pollCount))
    }
    let isStopped = false
    const runPoll = async () => {
      pollCount += 1
      await latestPoll.current()
      if (!isStopped) scheduleNext()
    }
    scheduleNext()
    document.addEventListener('visibilitychange', scheduleNext)
    return () => {
      isStopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', scheduleNext)
    }
  }, [isEnabled])
}
