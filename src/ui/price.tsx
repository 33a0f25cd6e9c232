import type { ReactNode } from 'react'
import { classNames } from '@/ui/class-names'
import { VisuallyHidden } from '@/ui/visually-hidden'

const SIZES = { base: '', lg: 'text-lg', xl: 'text-xl tracking-tight' } as const

export type PriceProps = {
  amount: ReactNode
  /** The struck comparison. */
  was?: ReactNode
  /** Spoken before the amount when there is a comparison, such as “Now”. */
  amountLabel?: ReactNode
  /** Spoken before the comparison, such as “Instead of”. */
  wasLabel?: ReactNode
  size?: keyof typeof SIZES
  /** In a column of amounts, so that the amounts that count stay under each other. */
  wasFirst?: boolean
  className?: string
}

const Spoken = ({ children }: { children: ReactNode }) =>
  children && <VisuallyHidden>{children} </VisuallyHidden>

/** Amounts are isolated, so a minus or a currency code stays on its side in every language. */
export const Price = ({
  amount,
  was,
  amountLabel,
  wasLabel,
  size = 'base',
  wasFirst,
  className,
}: PriceProps) => {
  const struck = was !== undefined && (
    <s className="font-normal text-ink-2 text-sm tracking-normal">
      <Spoken>{wasLabel}</Spoken>
      <bdi>{was}</bdi>
    </s>
  )
  return (
    <span
      className={classNames(
        'inline-flex flex-wrap items-baseline gap-x-2',
        wasFirst && 'justify-end',
        className,
      )}
    >
      {wasFirst && struck}
      <span className={classNames(size === 'base' ? 'font-semibold' : 'font-bold', SIZES[size])}>
        {was !== undefined && <Spoken>{amountLabel}</Spoken>}
        <bdi>{amount}</bdi>
      </span>
      {!wasFirst && struck}
    </span>
  )
}
