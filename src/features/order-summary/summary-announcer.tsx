import { useTranslation } from 'next-i18next/pages'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { LiveRegion } from '@/ui/live-region'

/** A removed row sets `removalText`, which is announced with the next total. */
export interface RemovableRowProps {
  removalText: RefObject<string>
}

/** Announces each new total once, but not the initial one. */
export function TotalAnnouncer({ total, removalText }: RemovableRowProps & { total: string }) {
  const { t } = useTranslation('common')
  const region = useRef<HTMLDivElement>(null)
  const lastTotal = useRef(total)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    const isNew = total !== lastTotal.current
    lastTotal.current = total
    // A dialog over the page has its own summary, which announces for both.
    const isCovered = document.querySelector('dialog:modal') && !region.current?.closest('dialog')
    if (isNew && !isCovered)
      setAnnouncement(removalText.current + t('summary.announced', { total }))
    removalText.current = ''
  }, [total, removalText, t])
  return <LiveRegion ref={region}>{announcement}</LiveRegion>
}

/** Focuses the heading of the summary or its sheet after the pressed button has unmounted. */
export function focusHeading(button: Element): void {
  const container = button.closest('dialog') ?? button.closest('section')
  const heading = container?.querySelector('h2')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus()
}
