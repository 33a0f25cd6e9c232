import { SummaryRow } from '@/ui/summary-list'

export type AmountLine = { label: string; sub?: string; amount: number }

/** A row for each amount but zero. The browser may format an amount differently from the server. */
export const AmountRows = ({
  lines,
  format,
}: {
  lines: readonly AmountLine[]
  format: (amount: number) => string
}) =>
  lines
    .filter(({ amount }) => amount !== 0)
    .map(({ label, sub, amount }) => (
      <SummaryRow
        key={label}
        label={label}
        sub={sub}
        amount={<span suppressHydrationWarning>{format(amount)}</span>}
      />
    ))
