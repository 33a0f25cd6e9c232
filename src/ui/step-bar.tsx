import type { ReactNode } from 'react'
import { classNames } from '@/ui/class-names'
import { CheckIcon } from '@/ui/icons'
import { Link } from '@/ui/link'

export type StepItem = {
  label: string
  href?: string
  /** An open step can be visited, but is not complete. */
  state: 'done' | 'open' | 'current' | 'later'
}

type StepBarProps = { label: string; items: readonly StepItem[] }

const STATE_CLASSES = {
  done: 'border-accent text-ink-2',
  open: 'border-track text-ink-2',
  current: 'border-accent font-semibold text-ink',
  later: 'border-track text-ink-3',
} as const

const Step = ({ label, href, state }: StepItem) => {
  if (state === 'current') return <span aria-current="step">{label}</span>
  if (state === 'later' || !href)
    return <span aria-disabled={state === 'later' || undefined}>{label}</span>
  return (
    <Link
      href={href}
      className="-my-2 inline-flex min-h-11 items-center gap-1 text-ink-2 no-underline hover:text-accent hover:underline"
    >
      {state === 'done' && <CheckIcon className="size-4 text-accent" />}
      {label}
    </Link>
  )
}

/**
 * Desktops only; phones have the progress bar. Completed and open steps are links, later ones plain text.
 */
export const StepBar = ({ label, items }: StepBarProps) => (
  <nav aria-label={label} className="mx-auto max-w-page px-6 pt-4 max-lg:hidden print:hidden">
    <ol className="flex gap-2">
      {items.map(item => (
        <li
          key={item.label}
          className={classNames(
            'flex-1 rounded-xs border-t-4 pt-2 text-sm leading-7',
            STATE_CLASSES[item.state],
          )}
        >
          <Step {...item} />
        </li>
      ))}
    </ol>
  </nav>
)

type ProgressBarProps = {
  /** “Step 2 of 5: Photos”, with the name in <b>. */
  children: ReactNode
  /** Accessible name of the landmark. */
  label: string
  current: number
  total: number
  back?: ReactNode
  /** At the end of the line. */
  note?: ReactNode
}

/** Phones: shows the step as text; sticky unless it would cover much of the screen. */
export const ProgressBar = ({ label, children, current, total, back, note }: ProgressBarProps) => (
  <nav
    aria-label={label}
    className="sticky top-[min(0px,(100vh-33rem)*99)] z-20 bg-card lg:hidden print:hidden"
  >
    <div className="flex min-h-10 flex-wrap items-center gap-x-1 px-4 text-ink-2 text-sm [&_b]:text-ink">
      {back}
      <p className="min-w-0 py-1.5">{children}</p>
      {note && <span className="ms-auto ps-2 text-end">{note}</span>}
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
