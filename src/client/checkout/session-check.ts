import type { CheckoutStore } from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import { sessionCheckIntervalMs } from '@/domain/checkout/checkout-status'

/**
 * Checks at intervals, and when the page becomes visible, whether the token still opens the
 * checkout.
 */
export function watchSession(store: CheckoutStore, sync: Sync): () => void {
  const check = () => {
    const { checkout, isExpired } = store.getState()
    if (checkout.token && !isExpired && document.visibilityState === 'visible') void sync.refresh()
  }
  const timer = setInterval(check, sessionCheckIntervalMs)
  document.addEventListener('visibilitychange', check)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', check)
  }
}
