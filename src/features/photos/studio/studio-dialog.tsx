import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from '@/client/texts/use-translation'
import { classNames } from '@/ui/class-names'
import { Dialog } from '@/ui/dialog'
import { EitherOr } from '@/ui/either-or'
import { LiveRegion } from '@/ui/live-region'

interface StudioDialogProps {
  title: ReactNode
  /** Announced on every change. */
  status: string
  /** Closing would lose work that cannot be restored, so the dialog asks first. */
  hasUnsavedWork: boolean
  /** In a view within a stage: Esc leaves the view, not the dialog. */
  onBack?: (() => void) | undefined
  onClose: () => void
  children: ReactNode
}

/** Dialog for taking photos: full screen on a phone, a window on a desktop. */
export function StudioDialog({
  title,
  status,
  hasUnsavedWork,
  onBack,
  onClose,
  children,
}: StudioDialogProps) {
  const { t } = useTranslation('studio')
  const content = useRef<HTMLDivElement>(null)
  const { isConfirming, cancelClose, requestClose } = useCloseConfirmation(content, {
    hasUnsavedWork,
    onBack,
    onClose,
  })
  return (
    <Dialog
      open
      title={title}
      closeLabel={t('close')}
      onClose={requestClose}
      className="max-lg:h-dvh max-lg:max-h-none! max-lg:max-w-none! max-lg:rounded-none! lg:max-h-[min(94dvh,820px)]! lg:max-w-[880px]!"
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
  {
    hasUnsavedWork,
    onBack,
    onClose,
  }: Pick<StudioDialogProps, 'hasUnsavedWork' | 'onBack' | 'onClose'>,
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
    // Browsers close a dialog on a repeated back gesture even if `cancel` was prevented.
    const isStillOpen = findDialog()?.open
    if (hasUnsavedWork && isStillOpen) openConfirmation()
    else onClose()
  }
  const dismiss = (event: Event) => {
    if (isConfirming) cancelClose()
    else if (onBack) onBack()
    else if (hasUnsavedWork) openConfirmation()
    else return
    event.preventDefault()
  }
  // Without its key event, a repeated Esc does not reach the browser.
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') dismiss(event)
  })
  // The back gesture of a phone.
  const handleCancel = useEffectEvent((event: Event) => {
    if (event.target === findDialog()) dismiss(event)
  })
  useEffect(() => {
    const element = content.current?.closest('dialog')
    element?.addEventListener('keydown', handleKeyDown)
    element?.addEventListener('cancel', handleCancel)
    return () => {
      element?.removeEventListener('keydown', handleKeyDown)
      element?.removeEventListener('cancel', handleCancel)
    }
  }, [content])
  return { isConfirming, cancelClose, requestClose }
}

const focusFirstButton = (element: HTMLElement | null) => element?.querySelector('button')?.focus()

/**
 * Introduction of a stage. It takes the focus, so that it is read first and Tab continues from it.
 */
export const StageIntro = ({ children }: { children: ReactNode }) => (
  <p ref={focusOnMount} tabIndex={-1} className="pb-4 text-ink-2">
    {children}
  </p>
)

export const focusOnMount = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

interface StageActionsProps {
  /** On a low screen the actions are beside the content. */
  isBeside?: boolean
  children: ReactNode
}

/** Final actions of a stage, the main one last: sticky at the lower edge, in the flow on low screens. */
export const StageActions = ({ isBeside = false, children }: StageActionsProps) => (
  <div
    className={classNames(
      '-bottom-5 z-10 bg-card tall:sticky tall:-mx-5 tall:mt-auto tall:-mb-5',
      !isBeside && '-mx-5 mt-auto -mb-5',
    )}
  >
    <div
      className={classNames(
        'flex flex-wrap gap-3 border-line *:grow *:basis-40 *:px-3! *:text-base! tall:mt-5 tall:border-t tall:px-5 tall:pt-3 tall:pb-[calc(12px+env(safe-area-inset-bottom))]',
        !isBeside && 'mt-5 border-t px-5 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))]',
      )}
    >
      {children}
    </div>
  </div>
)
