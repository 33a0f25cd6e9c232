import type { ReactNode } from 'react'
import { classNames } from '@/ui/class-names'
import { CloseIcon } from '@/ui/icons'

export type NotificationItem = {
  id: string
  text: ReactNode
  /** Fades out; the owner unmounts it after 500 ms. */
  leaving?: boolean
}

export type NotificationsProps = {
  label: string
  dismissLabel: string
  items: readonly NotificationItem[]
  onDismiss: (id: string) => void
}

const Toast = ({ id, text, leaving, dismissLabel, onDismiss }: ToastProps) => (
  <li
    inert={leaving}
    className={classNames(
      'pointer-events-auto flex items-center gap-2 rounded-card bg-ink py-1 ps-4 pe-1 text-white shadow-lifted',
      'transition-opacity duration-500 starting:opacity-0',
      leaving && 'opacity-0',
    )}
  >
    <span className="grow py-2">{text}</span>
    <button
      type="button"
      aria-label={dismissLabel}
      onClick={() => onDismiss(id)}
      className="grid size-11 shrink-0 place-items-center rounded-control outline-white -outline-offset-4 hover:bg-white/15"
    >
      <CloseIcon />
    </button>
  </li>
)

type ToastProps = NotificationItem & Pick<NotificationsProps, 'dismissLabel' | 'onDismiss'>

/** Above the bottom bar on phones, in the lower corner on desktops; never over the header. */
export const Notifications = ({ label, dismissLabel, items, onDismiss }: NotificationsProps) => (
  <section aria-label={label} className="notifications">
    <ul aria-live="polite" className="flex flex-col gap-2">
      {items.map(item => (
        <Toast key={item.id} {...item} dismissLabel={dismissLabel} onDismiss={onDismiss} />
      ))}
    </ul>
  </section>
)
