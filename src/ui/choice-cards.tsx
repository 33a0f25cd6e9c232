import type { ReactNode } from 'react'
import { classNames } from '@/ui/class-names'

const COLUMNS = {
  one: 'grid-cols-1',
  /** Side by side on phones too, unless text is large; for two short choices. */
  two: 'grid-cols-[repeat(auto-fit,minmax(min(100%,9.75rem),1fr))]',
  three: 'grid-cols-1 sm:grid-cols-3',
} as const

export type ChoiceCardsProps = {
  columns?: keyof typeof COLUMNS
  className?: string | undefined
  children: ReactNode
}

/** Grid of choice cards; cards of one row have equal heights. */
export const ChoiceCards = ({ columns = 'one', className, children }: ChoiceCardsProps) => (
  <div className={classNames('grid gap-3 pt-1', COLUMNS[columns], className)}>{children}</div>
)
