import type { ReactNode } from 'react'
import { Button } from '@/ui/button'

export type StickyBarProps = {
  /** Accessible name of the landmark. */
  label: string
  total?: ReactNode
  /** Above the total, across the bar. */
  note?: ReactNode
  /** Id of the form that the button submits; without it there is no button. */
  form: string | undefined
  /** Less prominent than the page's main action. */
  variant?: 'secondary' | undefined
  /** Replaces the button, for an action other than the form's; has `barButtonClasses`. */
  button?: ReactNode
  /** Label of the button. */
  children?: ReactNode
}

export const barButtonClasses = 'w-auto! grow basis-36 px-2 text-base wrap-break-word'

/**
 * Phones only. Sticky, not fixed: it stays in the flow above the footer, and on low screens, where
 * large text makes it high. A page may arrive in parts, and half a bar would move when its other
 * half arrives: the bar is visible from its last element on.
 */
export const StickyBar = ({
  label,
  total,
  note,
  form,
  variant,
  button,
  children,
}: StickyBarProps) => (
  <section
    aria-label={label}
    className="bottom-[min(0px,(100vh-24rem)*99)] z-20 flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t bg-card px-4 pt-2 pb-[calc(8px+env(safe-area-inset-bottom))] lg:hidden print:hidden tall:sticky in-[[data-keyboard]]:static! not-has-[>[data-end]]:invisible"
  >
    {note}
    {total && <div className="max-w-full shrink-0">{total}</div>}
    {button ||
      (form && (
        <Button type="submit" form={form} variant={variant} className={barButtonClasses}>
          {children}
        </Button>
      ))}
    <span data-end hidden />
  </section>
)
