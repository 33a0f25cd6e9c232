/** Milliseconds; after this long without input, loading does not delay the customer. */
const maxWaitMs = 3_000

/**
 * Runs `callback` on the first input or after `maxWaitMs`, so that its loading never delays the
 * first field. Returns the cancellation.
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
