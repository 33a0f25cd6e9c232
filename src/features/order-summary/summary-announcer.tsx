import { useTranslation } from 'next-i18next/pages'
import { useEffect, useRef, useState } from 'react'

export interface RemovableRowProps {
  /** Takes what was removed, which is announced with the next total. */
  onRemove: (text: string) => void
}

/** Announces each new total once in the live region, but not the initial one. */
export function useTotalAnnouncement(total: string) {
  const { t } = useTranslation('common')
  const removalText = useRef('')
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
  }, [total, t])
  const onRemove = (text: string) => {
    removalText.current = text
  }
  return { region, announcement, onRemove }
}

/** Focuses the heading of the summary or its sheet after the pressed button has unmounted. */
export function focusHeading(button: Element): void {
  const container = button.closest('dialog') ?? button.closest('section')
  const heading = container?.querySelector('h2')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus()
}
