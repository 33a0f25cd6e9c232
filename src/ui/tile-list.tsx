import type { ReactNode } from 'react'

/** Four small tiles of equal width in a row; two rows where a row has no room for their labels. */
export const TileList = ({ children }: { children: ReactNode }) => (
  <div className="@container">
    <ul className="grid max-w-md grid-cols-2 gap-x-1 gap-y-3 hyphens-auto @min-[20rem]:grid-cols-4 sm:gap-x-2">
      {children}
    </ul>
  </div>
)
