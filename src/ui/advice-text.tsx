import type { ReactNode } from 'react'
import { WarningIcon } from '@/ui/icons'

interface AdviceTextProps {
  /** Says that the answer may stay; shown once the advice has stopped Continue. */
  accept?: ReactNode
  children: ReactNode
}

/** Advice about a valid answer, for a live region in a field's note. */
export const AdviceText = ({ accept, children }: AdviceTextProps) => (
  <span className="flex gap-2 font-semibold text-base text-warn">
    <WarningIcon className="mt-0.5 shrink-0" />
    <span className="min-w-0">
      {children}
      {accept && <span className="block font-normal text-ink"> {accept}</span>}
    </span>
  </span>
)
