import { type ReactNode, useRef } from 'react'
import { classNames } from '@/ui/class-names'
import { Modal, type ModalProps } from '@/ui/modal'

export type DialogProps = Pick<ModalProps, 'title' | 'closeLabel' | 'children'> & {
  open: boolean
  /** Called for Esc, the close button and a backdrop click; the owner then sets `open` to false. */
  onClose: () => void
  /** Stays visible below the content: the buttons that end the dialog. */
  footer?: ReactNode
  className?: string
}

const dialogClasses =
  'w-full max-w-[520px] flex-col overflow-hidden bg-card p-0 text-ink shadow-lifted backdrop:bg-ink/50 open:flex lg:m-auto lg:max-h-[min(85dvh,760px)] lg:rounded-group max-lg:mx-auto max-lg:mt-auto max-lg:mb-0 max-lg:max-h-[88dvh] max-lg:rounded-t-group transition-[opacity,translate] duration-200 starting:opacity-0 max-lg:starting:translate-y-8'

/** Centred on desktops, a bottom sheet on phones. */
export const Dialog = ({ open, onClose, children, footer, className, ...titles }: DialogProps) => (
  <Modal
    {...titles}
    ref={useRef(null)}
    isOpen={open}
    onClose={onClose}
    // A press on the backdrop has the dialog itself as its target.
    onClick={event => event.target === event.currentTarget && onClose()}
    className={classNames(dialogClasses, className)}
    headerClassName="border-line border-b ps-5"
  >
    <div className="grow overflow-y-auto overscroll-contain p-5">{children}</div>
    {footer && (
      <div className="flex gap-3 border-line border-t px-5 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))]">
        {footer}
      </div>
    )}
  </Modal>
)
