import type { ReactNode } from 'react'
import { Button } from '@/ui/button'

export type StickyBarProps = {
  /** Names the bar as a place of its own. */
  label: string
  total?: ReactNode
  /** The id of the form that the button submits; without it there is no button. */
  form: string | undefined
  busy?: boolean
  icon?: ReactNode
  /** The words on the button. */
  children: ReactNode
}

/** Phones only. Sticky, not fixed: it rests in the flow on low screens and above the footer. */
export const StickyBar = ({ label, total, form, busy, icon, children }: StickyBarProps) => (
  <section
    aria-label={label}
    className="bottom-0 z-20 flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t bg-card px-4 pt-2.5 pb-[calc(10px+env(safe-area-inset-bottom))] lg:hidden print:hidden tall:sticky in-[[data-keyboard]]:static!"
  >
    {total && <div className="shrink-0">{total}</div>}
    {form && (
      <Button
        type="submit"
        form={form}
        busy={busy ?? false}
        icon={icon}
        className="w-auto! grow basis-36"
      >
        {children}
      </Button>
    )}
  </section>
)
