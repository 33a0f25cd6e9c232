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
 * large text makes it high.
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
  <section aria-label={label} className="bottom-bar">
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
