import { useEffect } from 'react'

let isFirstPage = true

/** After going on to another page, reading begins at its heading; the first page keeps the browser's own place. */
export function useHeadingFocus(): void {
  useEffect(() => {
    if (!isFirstPage) document.querySelector('h1')?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
}
