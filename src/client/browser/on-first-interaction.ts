/** Milliseconds; who has read that long without touching anything is not kept waiting by what comes then. */
const maxWaitMs = 3_000

/**
 * Runs something when the customer first does something, or has had the page for a while: what it loads never
 * stands in the way of the first field. Answers with what calls it off.
 */
export function onFirstInteraction(callback: () => void): () => void {
  const controller = new AbortController()
  const handleInteraction = () => {
    cancel()
    callback()
  }
  const timer = setTimeout(handleInteraction, maxWaitMs)
  const cancel = () => {
    clearTimeout(timer)
    controller.abort()
  }
  for (const name of ['pointerdown', 'keydown'])
    addEventListener(name, handleInteraction, { passive: true, signal: controller.signal })
  return cancel
}
