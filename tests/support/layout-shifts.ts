import type { Page } from '@playwright/test'

declare global {
  interface Window {
    shifts: { value: number; moved: string[] }[]
  }
}

/** Records layout shifts while a page loads. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }
    type Shift = PerformanceEntry & { value: number; sources: Source[] }
    const describeRect = ({ x, y, width, height }: DOMRect) => `${width}×${height} at ${x},${y}`
    window.shifts = []
    new PerformanceObserver(list => {
      for (const { value, sources } of list.getEntries() as Shift[])
        window.shifts.push({
          value,
          moved: sources.map(({ node, previousRect, currentRect }) =>
            [
              (node as Element | null)?.outerHTML?.slice(0, 120),
              node?.textContent,
              `${describeRect(previousRect)} to ${describeRect(currentRect)}`,
            ].join(' | '),
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
