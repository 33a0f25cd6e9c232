import type { CheckoutStore, ClientState } from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import { sessionCheckIntervalMs } from '@/domain/checkout/checkout-status'
import { findStep } from '@/domain/checkout/steps'

/**
 * Checks at intervals, and when the page becomes visible, whether the token still opens the
 * checkout. Leaves the pages of a paid order that has ended.
 */
export function watchSession(store: CheckoutStore, sync: Sync): () => void {
  const check = () => {
    const { checkout, isExpired } = store.getState()
    if (checkout.token && !isExpired && document.visibilityState === 'visible') void sync.refresh()
  }
  leaveEndedOrder(store.getState())
  const unsubscribe = store.subscribe(leaveEndedOrder)
  const timer = setInterval(check, sessionCheckIntervalMs)
  document.addEventListener('visibilitychange', check)
  return () => {
    unsubscribe()
    clearInterval(timer)
    document.removeEventListener('visibilitychange', check)
  }
}

/** The pages that show an order; the others have nothing of it. */
const orderPages = /^\/checkouts\/(v2|express|thank-you)\//

/**
 * Opens a paid order that is completed or gone as its link does: the server leads to the page of a
 * completed one, and to a notice and a new order instead of a gone one. It is a page load, so that the
 * next page shows no answers of the ended order.
 */
function leaveEndedOrder({ checkout, isExpired }: ClientState): void {
  const { status, token } = checkout
  const hasEnded = status === 'completed' || (status === 'paid' && isExpired)
  if (!hasEnded || !orderPages.test(location.pathname)) return
  location.replace(`/checkouts${findStep('driver-details').route}?token=${token}&session=gone`)
}
