import { useTranslation } from 'next-i18next/pages'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { LiveRegion } from '@/ui/live-region'

/** Rows that can be taken off the order tell what it was: it is said with the total that follows. */
export interface RemovableRowProps {
  removalText: RefObject<string>
}

/** Reads each new total out once; what the page came with is no news. */
export function TotalAnnouncer({ total, removalText }: RemovableRowProps & { total: string }) {
  const { t } = useTranslation('common')
  const region = useRef<HTMLDivElement>(null)
  const lastTotal = useRef(total)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    const isNew = total !== lastTotal.current
    lastTotal.current = total
    // A sheet over the page holds a summary of its own, which speaks for both.
    const isCovered = document.querySelector('dialog:modal') && !region.current?.closest('dialog')
    if (isNew && !isCovered)
      setAnnouncement(removalText.current + t('summary.announced', { total }))
    removalText.current = ''
  }, [total, removalText, t])
  return <LiveRegion ref={region}>{announcement}</LiveRegion>
}

/** Where reading goes on when the button that was pressed is gone: at the heading of the summary or its sheet. */
export function focusHeading(button: Element): void {
  const container = button.closest('dialog') ?? button.closest('section')
  const heading = container?.querySelector('h2')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus()
}
