import { useEffect } from 'react'

let isFirstPage = true

/**
 * After going on to another page, reading begins at its heading, or at that of the part its address names; the
 * first page keeps the browser's own place.
 */
export function useHeadingFocus(): void {
  useEffect(() => {
    if (!isFirstPage) findHeading()?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
}

function findHeading(): HTMLElement | null {
  const sectionHeading = document.getElementById(location.hash.slice(1))?.querySelector('h2')
  sectionHeading?.setAttribute('tabindex', '-1')
  return sectionHeading ?? document.querySelector('h1')
}
