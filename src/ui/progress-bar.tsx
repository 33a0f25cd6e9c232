import type { ReactNode } from 'react'
import { classNames } from '@/ui/class-names'

export type ProgressBarProps = {
  /** “Step 2 of 5: Photos”, with the name in <b>. */
  children: ReactNode
  /** Accessible name of the landmark. */
  label: string
  current: number
  total: number
  back?: ReactNode
}

/** Phones: shows the step as text; sticky unless the screen is low. */
export const ProgressBar = ({ label, children, current, total, back }: ProgressBarProps) => (
  <nav aria-label={label} className="top-0 z-20 bg-card lg:hidden print:hidden tall:sticky">
    <div className="flex min-h-11 items-center gap-3 px-4 text-ink-2 text-sm [&_b]:text-ink">
      {back}
      <p className={classNames('py-2', back ? 'ms-auto text-end' : undefined)}>{children}</p>
    </div>
    <div aria-hidden="true" className="flex gap-1">
      {Array.from({ length: total }, (_, step) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts are the positions
          key={step}
          className={classNames('h-1 flex-1', step < current ? 'bg-accent' : 'bg-track')}
        />
      ))}
    </div>
  </nav>
)
