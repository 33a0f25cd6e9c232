import {
  type MouseEventHandler,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
} from 'react'
import { classNames } from '@/ui/class-names'
import { CloseIcon } from '@/ui/icons'

export type ModalProps = {
  ref: RefObject<HTMLDialogElement | null>
  isOpen: boolean
  /** Called for Esc and the close button. */
  onClose: () => void
  onClick?: MouseEventHandler<HTMLDialogElement>
  title: ReactNode
  closeLabel: string
  children: ReactNode
  className: string
  headerClassName: string
}

/** The native modal dialog with a title and a close button. The browser restores focus on close. */
export function Modal({
  ref,
  isOpen,
  onClose,
  onClick,
  title,
  closeLabel,
  children,
  className,
  headerClassName,
}: ModalProps) {
  const titleId = useId()

  // Layout effect: closing after unmount would lose focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!isOpen || !dialog) return
    dialog.showModal()
    return () => dialog.close()
  }, [isOpen, ref])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the press outside has Esc as its key
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onClick={onClick}
      onClose={event => isOpen && !event.currentTarget.open && onClose()}
      className={className}
    >
      {isOpen && (
        <>
          <div className={classNames('flex items-center gap-3 py-2 pe-2', headerClassName)}>
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
          {children}
        </>
      )}
    </dialog>
  )
}
