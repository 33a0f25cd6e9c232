import { useEffect } from 'react'

/** SPEC 9: resizing rests 250 ms before it counts. */
const resizeRestMs = 250

/** A keyboard takes more of the height than a browser's own bars ever do. */
const leastShare = 0.75

/** Marks the document while a keyboard covers part of it, so that what sticks to the bottom gets out of the way. */
export function useOnScreenKeyboard(): void {
  useEffect(() => {
    const { visualViewport: view } = window
    if (!view) return undefined
    let rest: ReturnType<typeof setTimeout> | undefined
    const mark = () => {
      const isCovered = view.height < window.innerHeight * leastShare
      document.documentElement.toggleAttribute('data-keyboard', isCovered)
    }
    const resized = () => {
      clearTimeout(rest)
      rest = setTimeout(mark, resizeRestMs)
    }
    view.addEventListener('resize', resized)
    return () => {
      clearTimeout(rest)
      view.removeEventListener('resize', resized)
    }
  }, [])
}
