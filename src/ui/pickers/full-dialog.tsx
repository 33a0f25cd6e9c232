import { type RefObject, useEffect, useRef } from 'react'
import { Modal, type ModalProps } from '@/ui/modal'

type FullDialogProps = Pick<ModalProps, 'title' | 'closeLabel' | 'onClose' | 'children'>

/** Open while mounted, as high as the visible part of the screen above the keyboard. */
export function FullDialog(props: FullDialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useVisibleHeight(ref)
  return (
    <Modal
      {...props}
      ref={ref}
      isOpen
      className="m-0 h-dvh max-h-none w-full max-w-none flex-col bg-card p-0 text-ink open:flex"
      headerClassName="ps-4"
    />
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
