import type { ReactNode } from 'react'

const scrollToLine = (line: HTMLElement | null) => line?.scrollIntoView({ block: 'nearest' })

/** Announced and scrolled into view when it appears: on a phone the pressed button is far away. */
export const UnsavedAlert = ({ children }: { children: ReactNode }) => (
  <p
    role="alert"
    ref={scrollToLine}
    className="rounded-card border border-bad-line bg-bad-soft px-4 py-3.5 font-semibold"
  >
    {children}
  </p>
)
