import type { ReactNode } from 'react'
import { classNames } from '@/ui/class-names'

const COLUMNS = {
  one: '',
  /** Side by side on phones too: for two short choices. */
  two: 'min-[380px]:grid-cols-2',
  three: 'sm:grid-cols-3',
} as const

export type ChoiceCardsProps = {
  columns?: keyof typeof COLUMNS
  className?: string
  children: ReactNode
}

/** The grid that choice cards stand in; cards of one row are equally high. */
export const ChoiceCards = ({ columns = 'one', className, children }: ChoiceCardsProps) => (
  <div className={classNames('grid grid-cols-1 gap-3 pt-1', COLUMNS[columns], className)}>
    {children}
  </div>
)
