import type { ReactNode } from 'react'

const scrollToLine = (line: HTMLElement | null) => line?.scrollIntoView({ block: 'nearest' })

/** Read out when it appears, and brought where it is seen: on a phone, the button that was pressed is far from it. */
export const UnsavedAlert = ({ children }: { children: ReactNode }) => (
  <p
    role="alert"
    ref={scrollToLine}
    className="rounded-card border border-bad-line bg-bad-soft px-4 py-3.5 font-semibold"
  >
    {children}
  </p>
)
