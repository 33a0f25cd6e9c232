import { usePlanChange } from '@/client/format/use-plan-change'
import { useTranslation } from '@/client/texts/use-translation'
import { defaultLicense } from '@/domain/catalog/plans'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'

/** The destinations have changed the plan to one year: why, and the way back. */
export function PlanChangedNotice() {
  const { t } = useTranslation('permits')
  const change = usePlanChange()

  const handleClick = () => {
    change?.restorePlan()
    // The button unmounts: the focus moves to the plan it has chosen.
    document.querySelector<HTMLElement>(`[name=plan_physical][value="${defaultLicense}"]`)?.focus()
  }
  return (
    // A live region must be in the page before its text.
    <div role="status" className="empty:hidden">
      {change && (
        <Notice
          actions={
            <Button variant="link" wide={false} onClick={handleClick}>
              {t('planChanged.change')}
            </Button>
          }
        >
          <p suppressHydrationWarning>{change.text}</p>
        </Notice>
      )}
    </div>
  )
}
