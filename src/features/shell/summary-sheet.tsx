import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '@/client/texts/use-translation'
import { Dialog } from '@/ui/dialog'

export interface SummarySheetProps {
  onClose: () => void
  children: ReactNode
}

/** The sheet replaces the card and its heading. */
const sheetClassName =
  'grid grid-cols-[minmax(0,1fr)] gap-5 [&>section]:border-0 [&>section]:p-0 [&>section]:shadow-none [&>section>:first-child]:hidden'

/** The order summary as a bottom sheet, one tap away on every step of a phone. */
export function SummarySheet({ onClose, children }: SummarySheetProps) {
  const { t } = useTranslation('common')
  // Outside the bar: while the bar is hidden, a dialog in it would lock the page invisibly.
  return createPortal(
    <Dialog open onClose={onClose} title={t('summary.heading')} closeLabel={t('summary.close')}>
      <div className={sheetClassName}>{children}</div>
    </Dialog>,
    document.body,
  )
}
