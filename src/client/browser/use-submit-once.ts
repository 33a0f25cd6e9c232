import { useCallback, useRef, useState } from 'react'

/**
 * Runs one task at a time, so that a second click submits nothing: it resolves to undefined.
 * `isBusy` is true while a task runs.
 */
export function useSubmitOnce() {
  const isRunning = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const submitOnce = useCallback(async <T>(task: () => Promise<T>): Promise<T | undefined> => {
    if (isRunning.current) return undefined
    isRunning.current = true
    setBusy(true)
    try {
      return await task()
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }, [])
  return { submitOnce, isBusy }
}

/** For a task that leaves the page: it stays busy until the browser has loaded the next one. */
export const waitForNextPage = (): Promise<never> => new Promise(() => undefined)
