import type { CheckoutStore } from '@/client/store/checkout-store'
import { acceptServerState } from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import { readCheckout } from '@/contract/checkout'
import { finishOrder, type OrderOutcome } from '@/contract/orders'

export interface PaymentStatus {
  /** `none`: no payment was started. */
  outcome: OrderOutcome | 'none'
  /** The decline code, if there was one. */
  reason: string | null
  /** Until another payment is allowed; undefined if it is now. */
  retryAfterSeconds?: number | undefined
}

/** Which of a checkout's two orders is paid. */
export type OrderKind = 'plan' | 'lifetime'

/**
 * Finishes the latest payment and returns its outcome; updates the store. The server asks the
 * provider and captures what the customer has approved: money may move. `cancelAttempt` cancels a
 * payment that waits for the customer: any, or only the one with this provider id. Throws an
 * `ApiClientError` if the server cannot be reached: then the outcome is unknown.
 */
export async function finishPayment(
  store: CheckoutStore,
  sync: Sync,
  {
    cancelAttempt = false,
    orderKind = 'plan',
  }: { cancelAttempt?: boolean | string; orderKind?: OrderKind | undefined } = {},
): Promise<PaymentStatus> {
  const { token } = store.getState().checkout
  const checkout = await sync.run(readCheckout)
  acceptServerState(store, checkout)
  const order = orderKind === 'plan' ? checkout.order : checkout.lifetime?.order
  const isOpen = orderKind === 'plan' ? checkout.status === 'processing' : order?.status !== 'paid'
  if (!isOpen) return { outcome: 'done', reason: null }
  if (!order) return { outcome: 'none', reason: null }
  const result = await sync.run(finishOrder, {
    params: { id: order.id },
    body: {
      token,
      ...(cancelAttempt && { call_off: true }),
      ...(typeof cancelAttempt === 'string' && { payment: cancelAttempt }),
    },
  })
  const { outcome, reason, retry_after: retryAfterSeconds } = result
  return { outcome, reason, retryAfterSeconds }
}
