import { useCheckout, useSync } from '@/client/checkout/checkout-provider'
import { usePrices } from '@/client/format/use-prices'
import { optimisticState } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import { findPlan, urgentId } from '@/domain/catalog/plans'
import { canPreselectExtras, residenceOf } from '@/domain/checkout/residence'
import { selectUrgent } from '@/domain/checkout/state-change'
import { findMissingPhotoTypes } from '@/domain/photos/photo-files'
import { Button } from '@/ui/button'
import { UndoNotice } from '@/ui/undo-notice'

/** Within the description of the order: missing photos have removed urgent processing. */
export function RemovedUrgent() {
  const removed = useRemovedUrgent()
  return (
    removed && (
      <div className="pt-1 text-sm">
        <p>{removed.text}</p>
        <Button variant="link" wide={false} onClick={removed.undo}>
          <span suppressHydrationWarning>{removed.label}</span>
        </Button>
      </div>
    )
  )
}

/** The same above a step. */
export function RemovedUrgentNotice() {
  const removed = useRemovedUrgent()
  return removed && <UndoNotice {...removed} />
}

/**
 * Missing photos have removed urgent processing that the shop had preselected: why, and the way
 * back. Null once the customer has chosen.
 */
function useRemovedUrgent() {
  const { t } = useTranslation('payment')
  const state = useCheckout(optimisticState)
  const sync = useSync()
  const prices = usePrices(state.currency)
  const { urgent, approval_documents: documents, productList } = state
  const price = findPlan(productList, urgentId)?.price
  const isRemoved =
    !urgent.selected &&
    !urgent.is_chosen &&
    documents.add_later &&
    findMissingPhotoTypes(documents.images).length > 0 &&
    canPreselectExtras(residenceOf(state))
  if (!isRemoved || price === undefined) return null
  return {
    text: t('purchase.urgentRemoved'),
    label: t('purchase.addUrgent', { price: prices.major(price) }),
    undo: () => {
      sync.change(selectUrgent(true))
      // The pressed button is gone.
      document.querySelector('h1')?.focus({ preventScroll: true })
    },
  }
}
