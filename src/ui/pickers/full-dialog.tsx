import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { CloseIcon } from '@/ui/icons'

type FullDialogProps = {
  title: ReactNode
  closeLabel: string
  onClose: () => void
  children: ReactNode
}

/**
 * Open while mounted, as high as the visible part of the screen above the keyboard. The browser
 * restores focus on close.
 */
export function FullDialog({ title, closeLabel, onClose, children }: FullDialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useVisibleHeight(ref)

  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])

  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onClose={event => !event.currentTarget.open && onClose()}
      className="m-0 h-dvh max-h-none w-full max-w-none flex-col bg-card p-0 text-ink open:flex"
    >
      <div className="flex items-center gap-3 py-2 ps-4 pe-2">
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
    </dialog>
  )
}

function useVisibleHeight(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { visualViewport: viewport } = window
    if (!viewport) return undefined
    const fitToViewport = () => {
      // With pinch zoom the viewport is a part of the page: the dialog keeps its size.
      if (!ref.current || viewport.scale !== 1) return
      ref.current.style.height = `${viewport.height}px`
      ref.current.style.insetBlockStart = `${viewport.offsetTop}px`
    }
    fitToViewport()
    viewport.addEventListener('resize', fitToViewport)
    viewport.addEventListener('scroll', fitToViewport)
    return () => {
      viewport.removeEventListener('resize', fitToViewport)
      viewport.removeEventListener('scroll', fitToViewport)
    }
  }, [ref])
}
