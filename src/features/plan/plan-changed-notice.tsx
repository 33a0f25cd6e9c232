import { usePlanChange } from '@/client/format/use-plan-change'
import { UndoNotice } from '@/ui/undo-notice'

/** The destinations have changed the plan to one year: why, and the way back. */
export function PlanChangedNotice() {
  const change = usePlanChange()
  return (
    // A live region must be in the page before its text.
    <div role="status" className="empty:hidden">
      {change && <UndoNotice {...change} />}
    </div>
  )
}
