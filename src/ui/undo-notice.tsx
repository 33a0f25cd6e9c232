import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'

interface UndoNoticeProps {
  text: string
  /** Label of the button. */
  label: string
  undo: () => void
}

/**
 * Says what has changed. Its button takes the change back. If the notice then has a text for the way
 * forth, the button retains the focus.
 */
export const UndoNotice = ({ text, label, undo }: UndoNoticeProps) => (
  <Notice
    actions={
      <Button variant="link" wide={false} onClick={undo} suppressHydrationWarning>
        {label}
      </Button>
    }
  >
    <p suppressHydrationWarning>{text}</p>
  </Notice>
)
