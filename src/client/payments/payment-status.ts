import type { CheckoutStore } from '@/client/store/checkout-store'
import { adopt } from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import { readCheckout } from '@/contract/checkout'
import { finishOrder, type OrderOutcome } from '@/contract/orders'

export interface MoneyIs {
  /** `none`: no payment was ever begun. */
  outcome: OrderOutcome | 'none'
  /** The decline's own code, when there was one. */
  reason: string | null
}

/** Which of a checkout's two orders is paid. */
export type PaidFor = 'plan' | 'lifetime'

/**
 * Asks the server, and the server the provider, what became of the latest payment; `callOff` gives up one
 * that waits for the customer, and only the one it names by the provider's id, if it does. Brings the store up to date on the way. Throws a `CallFailure` when the
 * server cannot be asked: then nothing is known.
 */
export async function whereMoneyIs(
  store: CheckoutStore,
  sync: Sync,
  { callOff = false, of = 'plan' }: { callOff?: boolean | string; of?: PaidFor | undefined } = {},
): Promise<MoneyIs> {
  const { token } = store.getState().checkout
  const checkout = await sync.run(readCheckout, { params: { token } })
  adopt(store, checkout)
  const order = of === 'plan' ? checkout.order : checkout.lifetime?.order
  const isOpen = of === 'plan' ? checkout.status === 'processing' : order?.status !== 'paid'
  if (!isOpen) return { outcome: 'done', reason: null }
  if (!order) return { outcome: 'none', reason: null }
  const { outcome, reason } = await sync.run(finishOrder, {
    params: { id: order.id },
    body: {
      token,
      ...(callOff && { call_off: true }),
      ...(typeof callOff === 'string' && { payment: callOff }),
    },
  })
  return { outcome, reason }
}
