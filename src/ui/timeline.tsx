import type { ReactNode } from 'react'
import { classNames } from '@/ui/class-names'

/** Dated events, one below the other. */
export const Timeline = ({ children }: { children: ReactNode }) => (
  <ol className="grid grid-cols-[minmax(0,1fr)]">{children}</ol>
)

interface TimelineEventProps {
  state: 'done' | 'now' | 'later'
  icon: ReactNode
  title: ReactNode
  /** At the end of the title's line, or below the title. */
  date?: ReactNode
  children?: ReactNode
}

const dotClasses = {
  done: 'border-accent bg-accent text-white',
  now: 'border-accent bg-accent-soft text-accent-strong',
  later: 'border-control bg-card text-ink-2',
} as const

export const TimelineEvent = ({ state, icon, title, date, children }: TimelineEventProps) => (
  <li
    aria-current={state === 'now' ? 'step' : undefined}
    className="group/event relative grid grid-cols-[32px_minmax(0,1fr)] gap-x-3.5 not-last:pb-5"
  >
    <span
      className={classNames(
        'absolute inset-y-9 start-[15px] w-0.5 bg-line group-last/event:hidden -bottom-0.5',
        state === 'done' && 'bg-accent',
      )}
    />
    <span
      className={classNames(
        'grid size-8 place-items-center rounded-full border-2',
        dotClasses[state],
      )}
    >
      {icon}
    </span>
    <div className="pt-1">
      <div className="flex flex-wrap justify-between gap-x-4">
        <h3 className="min-w-0 font-semibold">{title}</h3>
        {date && (
          <p
            className={classNames(
              'font-semibold max-sm:w-full',
              state === 'now' && 'text-accent-strong',
            )}
          >
            {date}
          </p>
        )}
      </div>
      <div className="text-ink-2 wrap-break-word">{children}</div>
    </div>
  </li>
)
