import type { ReactNode } from 'react'
import { classNames } from '@/ui/class-names'
import { VisuallyHidden } from '@/ui/visually-hidden'

const SIZES = { base: '', lg: 'text-lg', xl: 'text-xl tracking-tight' } as const

export type PriceProps = {
  amount: ReactNode
  /** The struck-through comparison price. */
  originalAmount?: ReactNode
  /** Screen reader text before the amount if there is a comparison, such as “Now”. */
  amountLabel?: ReactNode
  /** Screen reader text before the comparison, such as “Instead of”. */
  originalLabel?: ReactNode
  size?: keyof typeof SIZES
  /** For columns of amounts: keeps the current amounts aligned. */
  originalFirst?: boolean
}

const SpokenLabel = ({ children }: { children: ReactNode }) =>
  children && <VisuallyHidden>{children} </VisuallyHidden>

/** Amounts are isolated, so that a minus or a currency code stays on its side in every language. */
export const Price = ({
  amount,
  originalAmount,
  amountLabel,
  originalLabel,
  size = 'base',
  originalFirst,
}: PriceProps) => {
  const originalPrice = originalAmount !== undefined && (
    <s className="font-normal text-ink-2 text-sm tracking-normal">
      <SpokenLabel>{originalLabel}</SpokenLabel>
      <bdi>{originalAmount}</bdi>
    </s>
  )
  return (
    <span
      className={classNames(
        'inline-flex flex-wrap items-baseline gap-x-2',
        originalFirst && 'justify-end',
      )}
    >
      {originalFirst && originalPrice}
      <span className={classNames(size === 'base' ? 'font-semibold' : 'font-bold', SIZES[size])}>
        {originalAmount !== undefined && <SpokenLabel>{amountLabel}</SpokenLabel>}
        <bdi>{amount}</bdi>
      </span>
      {!originalFirst && originalPrice}
    </span>
  )
}
