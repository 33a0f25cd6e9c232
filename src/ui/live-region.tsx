import type { ReactNode, Ref } from 'react'

export type LiveRegionProps = { ref?: Ref<HTMLDivElement>; children: ReactNode }

/** Mounted once and early: screen readers only hear changes of a region they already know. */
export const LiveRegion = ({ ref, children }: LiveRegionProps) => (
  <div ref={ref} role="status" aria-live="polite" className="sr-only">
    {children}
  </div>
)
