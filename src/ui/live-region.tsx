import type { ReactNode } from 'react'

/** Mounted once and early: screen readers only hear changes of a region they already know. */
export const LiveRegion = ({ children }: { children: ReactNode }) => (
  <div role="status" aria-live="polite" className="sr-only">
    {children}
  </div>
)
