import type { ReactNode } from 'react'

/** A line with words in its middle. */
export const Divider = ({ children }: { children: ReactNode }) => (
  <p className="flex items-center gap-3 text-center text-ink-2 text-sm before:grow before:border-line before:border-t after:grow after:border-line after:border-t">
    {children}
  </p>
)
