/** Debounce of resize events, in milliseconds. */
const resizeDebounceMs = 250

/** A keyboard covers more of the height than the browser's own bars. */
const minVisibleRatio = 0.75

/**
 * Sets `data-keyboard` on the document while a keyboard covers part of it, so that sticky bars at
 * the bottom can hide. Returns the cleanup.
 */
export function watchOnScreenKeyboard(): () => void {
  const { visualViewport: viewport } = window
  if (!viewport) return () => undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const updateAttribute = () => {
    const isCovered = viewport.height < window.innerHeight * minVisibleRatio
    document.documentElement.toggleAttribute('data-keyboard', isCovered)
  }
  const handleResize = () => {
    clearTimeout(timer)
    timer = setTimeout(updateAttribute, resizeDebounceMs)
  }
  // The first field may have opened the keyboard while this file loaded.
  handleResize()
  viewport.addEventListener('resize', handleResize)
  return () => {
    clearTimeout(timer)
    viewport.removeEventListener('resize', handleResize)
  }
}
