import { classNames } from '@/ui/class-names'
import { CheckIcon } from '@/ui/icons'
import { Link } from '@/ui/link'

export type StepItem = { label: string; href?: string; state: 'done' | 'current' | 'later' }

export type StepBarProps = { label: string; items: readonly StepItem[] }

const STATE_CLASSES = {
  done: 'border-accent text-ink-2',
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
      <CheckIcon className="size-4 text-accent" />
      {label}
    </Link>
  )
}

/**
 * Desktops only; phones have the progress bar. Completed steps are links, later ones plain text.
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
