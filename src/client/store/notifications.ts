import type { CheckoutStore, Notification } from '@/client/store/checkout-store'

/** Duration of a notification's fade, in and out. */
const fadeDurationMs = 500

let lastId = 0

interface NotifyOptions extends Pick<Notification, 'values' | 'endsOncePaid'> {
  durationMs?: number
}

/** Shows a notification; after `durationMs`, if given, it disappears automatically. */
export function notify(
  store: CheckoutStore,
  text: string,
  { durationMs, ...options }: NotifyOptions = {},
): void {
  lastId += 1
  const notification: Notification = { id: `n${lastId}`, text, ...options }
  store.setState(({ notifications }) => ({
    notifications: [...notifications, { ...notification, leaving: false }],
  }))
  if (durationMs) setTimeout(() => dismiss(store, notification.id), durationMs)
}

/** Fades a notification out, then removes it. */
export function dismiss(store: CheckoutStore, id: string): void {
  store.setState(({ notifications }) => ({
    notifications: notifications.map(item => (item.id === id ? { ...item, leaving: true } : item)),
  }))
  setTimeout(
    () =>
      store.setState(({ notifications }) => ({
        notifications: notifications.filter(item => item.id !== id),
      })),
    fadeDurationMs,
  )
}
