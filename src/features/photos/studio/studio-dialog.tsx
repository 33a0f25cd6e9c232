import { useTranslation } from 'next-i18next/pages'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Dialog } from '@/ui/dialog'
import { EitherOr } from '@/ui/either-or'
import { LiveRegion } from '@/ui/live-region'

interface StudioDialogProps {
  title: ReactNode
  /** Announced on every change. */
  status: string
  /** Closing would lose work that cannot be restored, so the dialog asks first. */
  hasUnsavedWork: boolean
  onClose: () => void
  children: ReactNode
}

/** Dialog for taking photos: full screen on a phone, a window on a desktop. */
export function StudioDialog({
  title,
  status,
  hasUnsavedWork,
  onClose,
  children,
}: StudioDialogProps) {
  const { t } = useTranslation('studio')
  const content = useRef<HTMLDivElement>(null)
  const { isConfirming, cancelClose, requestClose } = useCloseConfirmation(
    content,
    hasUnsavedWork,
    onClose,
  )
  return (
    <Dialog
      open
      title={title}
      closeLabel={t('close')}
      onClose={requestClose}
      className="max-lg:h-dvh max-lg:max-h-none! max-lg:max-w-none! max-lg:rounded-none! lg:max-h-[min(94dvh,820px)]! lg:max-w-[640px]!"
    >
      <div ref={content} inert={isConfirming} className="flex min-h-full flex-col">
        <LiveRegion>{status}</LiveRegion>
        {children}
      </div>
      {isConfirming && (
        // Over the buttons, so that nothing below it moves.
        <div
          ref={focusFirstButton}
          className="absolute inset-x-0 bottom-0 z-20 max-h-full overflow-y-auto border-line border-t bg-card p-5 shadow-lifted"
        >
          <EitherOr
            first={t('leave.stay')}
            onFirst={cancelClose}
            second={t('leave.go')}
            onSecond={onClose}
          >
            {t('leave.question')}
          </EitherOr>
        </div>
      )}
    </Dialog>
  )
}

/**
 * Asks before work is lost. Esc dismisses the question and the focus returns to where it was.
 */
function useCloseConfirmation(
  content: RefObject<HTMLElement | null>,
  hasUnsavedWork: boolean,
  onClose: () => void,
) {
  const [isConfirming, setConfirming] = useState(false)
  const previousFocus = useRef<Element | null>(null)
  const openConfirmation = () => {
    previousFocus.current = document.activeElement
    setConfirming(true)
  }
  const cancelClose = () => {
    setConfirming(false)
    const { current } = previousFocus
    if (current instanceof HTMLElement) requestAnimationFrame(() => current.focus())
  }
  const findDialog = () => content.current?.closest('dialog')
  const requestClose = () => {
    // Browsers close a dialog on repeated Esc even if `cancel` was prevented.
    const isStillOpen = findDialog()?.open
    if (hasUnsavedWork && isStillOpen) openConfirmation()
    else onClose()
  }
  const handleCancel = useEffectEvent((event: Event) => {
    if (!hasUnsavedWork || event.target !== findDialog()) return
    event.preventDefault()
    if (isConfirming) cancelClose()
    else openConfirmation()
  })
  useEffect(() => {
    const element = content.current?.closest('dialog')
    element?.addEventListener('cancel', handleCancel)
    return () => element?.removeEventListener('cancel', handleCancel)
  }, [content])
  return { isConfirming, cancelClose, requestClose }
}

const focusFirstButton = (element: HTMLElement | null) => element?.querySelector('button')?.focus()
