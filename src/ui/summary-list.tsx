import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/ui/class-names'

/** Not for a moment: what comes back at once does not flicker. */
const dim = (busy: boolean | undefined) =>
  classNames('transition-opacity', busy && 'opacity-60 delay-200')

/** Rows of an order; `busy` dims the old amounts while new ones are on their way. */
export const SummaryList = ({
  busy,
  className,
  ...list
}: ComponentProps<'dl'> & { busy?: boolean }) => (
  <dl
    {...list}
    aria-busy={busy || undefined}
    className={classNames('grid gap-2.5', dim(busy), className)}
  />
)

export type SummaryRowProps = {
  label: ReactNode
  /** A short line under the label. */
  sub?: ReactNode
  /** Anything longer under it: a tag, a stepper, a notice. */
  detail?: ReactNode
  amount: ReactNode
  /** Such as a remove button, under the label. */
  action?: ReactNode
}

export const SummaryRow = ({ label, sub, detail, amount, action }: SummaryRowProps) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt className="min-w-0">
      {label}
      {sub && <span className="block text-ink-2 text-sm">{sub}</span>}
      {detail && <span className="block pt-1">{detail}</span>}
      {action && <span className="block text-sm">{action}</span>}
    </dt>
    <dd className="max-w-1/2 shrink-0 text-end">{amount}</dd>
  </div>
)

export type SummaryTotalProps = {
  label: ReactNode
  amount: ReactNode
  note?: ReactNode
  /** As for the list. */
  busy?: boolean
}

export const SummaryTotal = ({ label, amount, note, busy }: SummaryTotalProps) => (
  <p className="mt-3.5 flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t pt-3.5">
    <span className="font-bold text-lg">{label}</span>
    <b className={classNames('font-bold text-2xl tracking-tight', dim(busy))}>
      <bdi>{amount}</bdi>
    </b>
    {note && <span className="w-full pt-1 text-ink-2 text-sm">{note}</span>}
  </p>
)
