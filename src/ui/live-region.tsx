import type { ReactNode, Ref } from 'react'

export type LiveRegionProps = { ref?: Ref<HTMLDivElement>; children: ReactNode }

/** Mount it early: screen readers announce only changes of a region that already exists. */
export const LiveRegion = ({ ref, children }: LiveRegionProps) => (
  <div ref={ref} role="status" aria-live="polite" className="sr-only">
    {children}
  </div>
)
