import type { ReactNode } from 'react'
import { CloseIcon } from '@/ui/icons'

export type ChipProps = { children: ReactNode; removeLabel: string; onRemove: () => void }

/** Something picked from a list that can be taken away again. */
export const Chip = ({ children, removeLabel, onRemove }: ChipProps) => (
  <span className="inline-flex items-center rounded-full border border-accent-line bg-accent-soft ps-3.5 text-base text-ink">
    {children}
    <button
      type="button"
      aria-label={removeLabel}
      onClick={onRemove}
      className="grid size-10 place-items-center rounded-full -outline-offset-2 hover:text-accent"
    >
      <CloseIcon className="size-4" />
    </button>
  </span>
)
