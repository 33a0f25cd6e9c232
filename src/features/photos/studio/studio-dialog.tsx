import { useTranslation } from 'next-i18next/pages'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Dialog } from '@/ui/dialog'
import { EitherOr } from '@/ui/either-or'
import { LiveRegion } from '@/ui/live-region'

interface StudioDialogProps {
  title: ReactNode
  /** Read out whenever it changes. */
  status: string
  /** Something that cannot be had again would be lost by closing: the customer is asked first. */
  wouldLose: boolean
  onClose: () => void
  children: ReactNode
}

/** Where photos are taken: the whole screen of a phone, a window on a desktop. */
export function StudioDialog({ title, status, wouldLose, onClose, children }: StudioDialogProps) {
  const { t } = useTranslation('studio')
  const content = useRef<HTMLDivElement>(null)
  const question = useQuestion(content, wouldLose, onClose)
  return (
    <Dialog
      open
      title={title}
      closeLabel={t('close')}
      onClose={question.leave}
      className="max-lg:h-dvh max-lg:max-h-none! max-lg:max-w-none! max-lg:rounded-none! lg:max-h-[min(94dvh,820px)]! lg:max-w-[640px]!"
    >
      <div ref={content} inert={question.isAsked} className="flex min-h-full flex-col">
        <LiveRegion>{status}</LiveRegion>
        {children}
      </div>
      {question.isAsked && (
        // Over the buttons, so that nothing under it moves.
        <div
          ref={question.asked}
          className="absolute inset-x-0 bottom-0 z-20 max-h-full overflow-y-auto border-line border-t bg-card p-5 shadow-lifted"
        >
          <EitherOr
            first={t('leave.stay')}
            onFirst={question.stay}
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

/** Asks before something is lost. Esc puts the question away again; what had the focus has it back. */
function useQuestion(
  content: RefObject<HTMLElement | null>,
  wouldLose: boolean,
  onClose: () => void,
) {
  const [isAsked, setAsked] = useState(false)
  const before = useRef<Element | null>(null)
  const ask = () => {
    before.current = document.activeElement
    setAsked(true)
  }
  const stay = () => {
    setAsked(false)
    const { current } = before
    if (current instanceof HTMLElement) requestAnimationFrame(() => current.focus())
  }
  const dialog = () => content.current?.closest('dialog')
  const leave = () => {
    // A browser closes it all the same when Esc is pressed again and again.
    const isStillOpen = dialog()?.open
    if (wouldLose && isStillOpen) ask()
    else onClose()
  }
  const cancel = useEffectEvent((event: Event) => {
    if (!wouldLose || event.target !== dialog()) return
    event.preventDefault()
    if (isAsked) stay()
    else ask()
  })
  useEffect(() => {
    const element = content.current?.closest('dialog')
    element?.addEventListener('cancel', cancel)
    return () => element?.removeEventListener('cancel', cancel)
  }, [content])
  return { isAsked, stay, leave, asked: focusFirstButton }
}

const focusFirstButton = (element: HTMLElement | null) => element?.querySelector('button')?.focus()
