/** Milliseconds; who has read that long without touching anything is not kept waiting by what comes then. */
const longestWaitMs = 3_000

/**
 * Runs something when the customer first does something, or has had the page for a while: what it loads never
 * stands in the way of the first field. Answers with what calls it off.
 */
export function onceInUse(run: () => void): () => void {
  const done = new AbortController()
  const begin = () => {
    stop()
    run()
  }
  const timer = setTimeout(begin, longestWaitMs)
  const stop = () => {
    clearTimeout(timer)
    done.abort()
  }
  for (const name of ['pointerdown', 'keydown'])
    addEventListener(name, begin, { passive: true, signal: done.signal })
  return stop
}
