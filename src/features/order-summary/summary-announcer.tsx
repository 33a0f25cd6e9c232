import { useTranslation } from 'next-i18next/pages'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { LiveRegion } from '@/ui/live-region'

/** Rows that can be taken off the order tell what it was: it is said with the total that follows. */
export interface Removable {
  gone: RefObject<string>
}

/** Reads each new total out once; what the page came with is no news. */
export function TotalNews({ total, gone }: Removable & { total: string }) {
  const { t } = useTranslation('common')
  const region = useRef<HTMLDivElement>(null)
  const last = useRef(total)
  const [news, setNews] = useState('')
  useEffect(() => {
    const isNew = total !== last.current
    last.current = total
    // A sheet over the page holds a summary of its own, which speaks for both.
    const isCovered = document.querySelector('dialog:modal') && !region.current?.closest('dialog')
    if (isNew && !isCovered) setNews(gone.current + t('summary.announced', { total }))
    gone.current = ''
  }, [total, gone, t])
  return <LiveRegion ref={region}>{news}</LiveRegion>
}

/** Where reading goes on when the button that was pressed is gone: at the heading of the summary or its sheet. */
export function focusHeading(button: Element): void {
  const around = button.closest('dialog') ?? button.closest('section')
  const heading = around?.querySelector('h2')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus()
}
