import { type ReactNode, useId } from 'react'
import { classNames } from '@/ui/class-names'
import { CheckIcon } from '@/ui/icons'

export type FormSectionProps = {
  id: string
  /** Position among the form's sections, from 1. */
  number: number
  heading: ReactNode
  /** Small text at the end of the heading of an open section. */
  side?: ReactNode
  state: 'open' | 'answered' | 'later'
  /** Below the heading of a closed section: its answers, or what it asks. */
  line: ReactNode
  /** At the end of a closed section's row. */
  action: ReactNode
  onOpen: () => void
  className?: string | undefined
  children: ReactNode
}

const discClasses = {
  open: 'border-accent bg-accent text-white',
  answered: 'border-accent-line bg-accent-soft text-accent',
  later: 'border-control text-ink-2',
} as const

/**
 * A numbered section of a long form. A closed one is a row that opens it, also before the page is
 * hydrated: a disclosure whose content is its next sibling. Without scripts all sections are open.
 */
export const FormSection = ({
  id,
  number,
  heading,
  side,
  state,
  line,
  action,
  onOpen,
  className,
  children,
}: FormSectionProps) => {
  const headingId = useId()
  const isOpen = state === 'open'
  const disc = (
    <span
      aria-hidden="true"
      className={classNames(
        'grid size-[2rem] shrink-0 place-items-center self-start rounded-full border-[1.5px] font-semibold',
        discClasses[state],
        !isOpen && 'mt-2',
      )}
    >
      {state === 'answered' ? <CheckIcon /> : number}
    </span>
  )
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      data-closed={!isOpen || undefined}
      className={classNames('card', className)}
    >
      {isOpen ? (
        <div className="flex flex-wrap items-center gap-x-3 px-4 pt-4 pb-3.5 lg:px-6 lg:pt-6">
          {disc}
          <h2 id={headingId} tabIndex={-1} className="min-w-0 grow font-semibold text-lg">
            {heading}
          </h2>
          {side && <div className="text-ink-2 text-sm max-sm:w-full max-sm:ps-11">{side}</div>}
        </div>
      ) : (
        <details onToggle={({ currentTarget }) => currentTarget.open && onOpen()}>
          <summary className="flex min-h-18 list-none flex-wrap items-center gap-x-4 rounded-[inherit] px-4 py-3 lg:px-6">
            {disc}
            <div className="min-w-0 grow basis-[min-content]">
              <h2 id={headingId} className="font-semibold text-ink-2 text-lg">
                {heading}
              </h2>
              <p className="min-h-5 text-ink-2 text-sm wrap-anywhere">{line}</p>
            </div>
            {action && (
              <span className="font-semibold text-accent text-sm underline underline-offset-3 noscript:hidden">
                {action}
              </span>
            )}
          </summary>
        </details>
      )}
      <div
        className={classNames(
          'grid grid-cols-[minmax(0,1fr)] gap-5 px-4 pb-[18px] lg:px-6 lg:pb-6',
          !isOpen && 'not-noscript:[details:not([open])+&]:hidden',
        )}
      >
        {children}
      </div>
    </section>
  )
}
