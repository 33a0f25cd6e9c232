import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { classNames } from '@/ui/class-names'
import { CloseIcon } from '@/ui/icons'

export type DialogProps = {
  open: boolean
  /** Called for Esc, the close button and a backdrop click; the owner then sets `open` to false. */
  onClose: () => void
  title: ReactNode
  closeLabel: string
  children: ReactNode
  /** Stays visible below the content: the buttons that end the dialog. */
  footer?: ReactNode
  className?: string
}

const dialogClasses =
  'w-full max-w-[520px] flex-col overflow-hidden bg-card p-0 text-ink shadow-lifted backdrop:bg-ink/50 open:flex lg:m-auto lg:max-h-[min(85dvh,760px)] lg:rounded-group max-lg:mx-auto max-lg:mt-auto max-lg:mb-0 max-lg:max-h-[88dvh] max-lg:rounded-t-group transition-[opacity,translate] duration-200 starting:opacity-0 max-lg:starting:translate-y-8'

/** Centred on desktops, a bottom sheet on phones. The browser restores focus on close. */
export const Dialog = ({
  open,
  onClose,
  title,
  closeLabel,
  children,
  footer,
  className,
}: DialogProps) => {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // Layout effect: closing after unmount would lose focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    dialog.showModal()
    return () => dialog.close()
  }, [open])

  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === ref.current) onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the press outside has Esc as its key
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onClick={closeOnBackdrop}
      onClose={event => open && !event.currentTarget.open && onClose()}
      className={classNames(dialogClasses, className)}
    >
      {open && (
        <>
          <div className="flex items-center gap-3 border-line border-b py-2 ps-5 pe-2">
            <h2 id={titleId} className="grow font-semibold text-lg">
              {title}
            </h2>
            <button
              type="button"
              onClick={onClose}
              aria-label={closeLabel}
              className="grid size-11 shrink-0 place-items-center rounded-full text-ink-2 -outline-offset-2 hover:bg-paper"
            >
              <CloseIcon />
            </button>
          </div>
          <div className="grow overflow-y-auto overscroll-contain p-5">{children}</div>
          {footer && (
            <div className="flex gap-3 border-line border-t px-5 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))]">
              {footer}
            </div>
          )}
        </>
      )}
    </dialog>
  )
}
