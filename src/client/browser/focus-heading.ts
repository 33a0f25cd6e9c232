import { useEffect } from 'react'

let isFirstPage = true

/**
 * After client-side navigation, focuses the page's heading, or the heading of the section in the
 * URL's hash. The first page keeps the browser's own focus.
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
