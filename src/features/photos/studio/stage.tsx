import type { ReactNode } from 'react'
import { classNames } from '@/ui/class-names'

/**
 * Introduction of a stage. It takes the focus, so that it is read first and Tab continues from it.
 */
export const StageIntro = ({ children }: { children: ReactNode }) => (
  <p ref={focusOnMount} tabIndex={-1} className="pb-4 text-ink-2">
    {children}
  </p>
)

export const focusOnMount = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

interface StageActionsProps {
  /** On a low screen the actions are beside the content. */
  isBeside?: boolean
  children: ReactNode
}

/** Final actions of a stage: sticky at the lower edge, in the flow on low screens. */
export const StageActions = ({ isBeside = false, children }: StageActionsProps) => (
  <div
    className={classNames(
      '-bottom-5 z-10 bg-card tall:sticky tall:-mx-5 tall:mt-auto tall:-mb-5',
      !isBeside && '-mx-5 mt-auto -mb-5',
    )}
  >
    <div
      className={classNames(
        'flex flex-wrap gap-3 border-line *:grow *:basis-40 *:px-3! tall:mt-5 tall:border-t tall:px-5 tall:pt-3 tall:pb-[calc(12px+env(safe-area-inset-bottom))]',
        !isBeside && 'mt-5 border-t px-5 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))]',
      )}
    >
      {children}
    </div>
  </div>
)
