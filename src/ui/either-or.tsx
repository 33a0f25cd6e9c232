import type { ReactNode } from 'react'
import { Button } from '@/ui/button'

export type EitherOrProps = {
  /** The question, which explains both answers. */
  children: ReactNode
  first: ReactNode
  onFirst: () => void
  second: ReactNode
  onSecond: () => void
}

/** A question with two equal answers: side by side if there is room, else stacked. */
export const EitherOr = ({ children, first, onFirst, second, onSecond }: EitherOrProps) => (
  <div role="status" className="grid gap-3 rounded-card border border-line bg-paper p-4 text-ink">
    <p>{children}</p>
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-2">
      <Button variant="secondary" onClick={onFirst}>
        {first}
      </Button>
      <Button variant="secondary" onClick={onSecond}>
        {second}
      </Button>
    </div>
  </div>
)
