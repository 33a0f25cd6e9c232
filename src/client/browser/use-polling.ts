import { useEffect, useRef } from 'react'

/** Half an hour in all: soon at first, then calmly. The bank's question is called off by then. */
const maxPolls = 120
const intervalMsFor = (pollCount: number): number => (pollCount < 12 ? 4_000 : 15_000)

/** Asks again and again while `isEnabled` and the page can be seen; a hidden page asks nothing until it is shown. */
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
