import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '@/ui/class-names'

export type GroupProps = ComponentProps<'section'> & {
  heading?: ReactNode
  /** Small text at the end of the heading line: a remark or a link. */
  side?: ReactNode
}

/** A white card that spaces its children. */
export const Group = ({ heading, side, className, children, ...section }: GroupProps) => {
  const headingId = useId()
  return (
    <section
      aria-labelledby={heading ? headingId : undefined}
      {...section}
      className={classNames('card px-4 py-[18px] lg:p-6', className)}
    >
      {heading && (
        <div className="flex flex-wrap items-baseline justify-between gap-x-3 pb-4">
          <h2 id={headingId} className="min-w-0 font-semibold text-lg outline-none">
            {heading}
          </h2>
          {side && <div className="text-ink-2 text-sm">{side}</div>}
        </div>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
    </section>
  )
}
