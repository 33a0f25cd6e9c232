import { useEffect } from 'react'

/** SPEC 9: resizing rests 250 ms before it counts. */
const resizeDebounceMs = 250

/** A keyboard takes more of the height than a browser's own bars ever do. */
const minVisibleRatio = 0.75

/** Marks the document while a keyboard covers part of it, so that what sticks to the bottom gets out of the way. */
export function useOnScreenKeyboard(): void {
  useEffect(() => {
    const { visualViewport: viewport } = window
    if (!viewport) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const updateAttribute = () => {
      const isCovered = viewport.height < window.innerHeight * minVisibleRatio
      document.documentElement.toggleAttribute('data-keyboard', isCovered)
    }
    const handleResize = () => {
      clearTimeout(timer)
      timer = setTimeout(updateAttribute, resizeDebounceMs)
    }
    viewport.addEventListener('resize', handleResize)
    return () => {
      clearTimeout(timer)
      viewport.removeEventListener('resize', handleResize)
    }
  }, [])
}
