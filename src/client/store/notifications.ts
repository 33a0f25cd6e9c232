import type { CheckoutStore, Notification } from '@/client/store/checkout-store'

/** How long a notification takes to fade, in and out (SPEC 2). */
export const fadeMs = 500

let last = 0

/** Shows a notification; after `durationMs`, if given, it goes by itself. */
export function notify(
  store: CheckoutStore,
  text: string,
  { durationMs, values }: { durationMs?: number; values?: Record<string, string> } = {},
): void {
  last += 1
  const added: Notification = { id: `n${last}`, text, ...(values && { values }) }
  store.setState(({ notifications }) => ({
    notifications: [...notifications, { ...added, leaving: false }],
  }))
  if (durationMs) setTimeout(() => dismiss(store, added.id), durationMs)
}

/** Fades a notification out, then takes it away. */
export function dismiss(store: CheckoutStore, id: string): void {
  store.setState(({ notifications }) => ({
    notifications: notifications.map(item => (item.id === id ? { ...item, leaving: true } : item)),
  }))
  setTimeout(
    () =>
      store.setState(({ notifications }) => ({
        notifications: notifications.filter(item => item.id !== id),
      })),
    fadeMs,
  )
}
