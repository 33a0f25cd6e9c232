import { useCallback, useRef, useState } from 'react'

/**
 * Runs one task at a time, so that a second click submits nothing: it resolves to undefined.
 * `isBusy` is true while a task runs.
 */
export function useSubmitOnce() {
  const [isBusy, setBusy] = useState(false)
  return { submitOnce: useRunOnce(setBusy).run, isBusy }
}

/** Runs a form's submit one at a time. Its buttons are busy meanwhile, also those outside of it. */
export function useSubmitFormOnce(id: string) {
  const { run, isRunning } = useRunOnce(useCallback(isBusy => markButtons(id, isBusy), [id]))
  return { submitOnce: run, isSubmitting: () => isRunning.current }
}

/** Changes the page itself: a weak phone would take 30 ms to render a long form for it. */
function markButtons(id: string, isBusy: boolean): void {
  const form = document.getElementById(id)
  if (!(form instanceof HTMLFormElement)) return
  for (const button of form.elements) {
    if (!button.matches('[type=submit]')) continue
    for (const attribute of ['aria-busy', 'aria-disabled'])
      if (isBusy) button.setAttribute(attribute, 'true')
      else button.removeAttribute(attribute)
  }
}

/** Runs one task at a time, and reports when it starts and ends. */
function useRunOnce(setBusy: (isBusy: boolean) => void) {
  const isRunning = useRef(false)
  const run = useCallback(
    async <T>(task: () => Promise<T>): Promise<T | undefined> => {
      if (isRunning.current) return undefined
      isRunning.current = true
      setBusy(true)
      try {
        return await task()
      } finally {
        isRunning.current = false
        setBusy(false)
      }
    },
    [setBusy],
  )
  return { run, isRunning }
}

/** For a task that leaves the page: it stays busy until the browser has loaded the next one. */
export const waitForNextPage = (): Promise<never> => new Promise(() => undefined)
