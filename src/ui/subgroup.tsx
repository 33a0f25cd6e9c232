import { type ReactNode, useId } from 'react'

interface SubgroupProps {
  heading: ReactNode
  children: ReactNode
}

/** A part of a section, with a heading of its own. */
export function Subgroup({ heading, children }: SubgroupProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h3 id={headingId} className="font-semibold">
        {heading}
      </h3>
      {children}
    </section>
  )
}
