import { doublingDelayMs } from '@/client/browser/doubling-delay'

/**
 * Adds the whole style sheet to a page that came with the styles of its first view only; asks again
 * when it did not load.
 */
export function loadAllStyles(failureCount = 0): void {
  const href = document.querySelector<HTMLElement>('style[data-sheet]')?.dataset['sheet']
  if (!href) return
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  link.onerror = () => {
    link.remove()
    const nextCount = failureCount + 1
    setTimeout(() => loadAllStyles(nextCount), doublingDelayMs(nextCount))
  }
  document.head.append(link)
}
