import type { Page } from '@playwright/test'

declare global {
  interface Window {
    shifts: { value: number; moved: string[] }[]
  }
}

/** Records layout shifts while a page loads. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
    window.shifts = []
    new PerformanceObserver(list => {
      for (const { value, sources } of list.getEntries() as Shift[])
        window.shifts.push({
          value,
          moved: sources.map(
            ({ node }) => (node as Element | null)?.outerHTML?.slice(0, 120) ?? '',
          ),
        })
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** The recorded shifts, after two more frames. */
export const readShifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<Window['shifts']>(resolve => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.shifts)))
      }),
  )
