import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/ui/class-names'

/** Rows of an order; `busy` dims the old amounts after a short delay while new ones load. */
export const SummaryList = ({
  busy,
  className,
  ...list
}: ComponentProps<'dl'> & { busy?: boolean }) => (
  <dl {...list} aria-busy={busy || undefined} className={classNames('summary-list', className)} />
)

export type SummaryRowProps = {
  label: ReactNode
  /** A short line below the label. */
  sub?: ReactNode
  amount: ReactNode
  /** The amount is unknown: shows a placeholder of its size. */
  pending?: boolean
  /** An action such as a remove button, below the label. */
  action?: ReactNode
}

/** With large text, the amount wraps below the label. */
export const SummaryRow = ({ label, sub, amount, pending, action }: SummaryRowProps) => (
  <div>
    <dt>
      {label}
      {sub && <span className="block text-ink-2 text-sm">{sub}</span>}
      {action && <span className="block text-sm">{action}</span>}
    </dt>
    <dd className={pending ? 'pending' : undefined}>{amount}</dd>
  </div>
)

export type SummaryTotalProps = {
  label: ReactNode
  amount: ReactNode
  note?: ReactNode
  /** As in `SummaryList`. */
  busy?: boolean
}

export const SummaryTotal = ({ label, amount, note, busy }: SummaryTotalProps) => (
  <p className="mt-3.5 flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t pt-3.5">
    <span className="min-w-0 font-bold text-lg">{label}</span>
    <b
      className={classNames(
        // Very large text on a narrow phone: the amount cannot wrap.
        'font-bold text-[min(var(--text-2xl),10vw)] tracking-tight transition-opacity',
        busy && 'opacity-80 delay-200',
      )}
    >
      <bdi>{amount}</bdi>
    </b>
    {note && <span className="w-full pt-1 text-ink-2 text-sm">{note}</span>}
  </p>
)
