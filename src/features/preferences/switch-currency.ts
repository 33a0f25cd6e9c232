import { CallFailure } from '@/client/api/api-client'
import { adopt, type CheckoutStore } from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import { saveCheckout, wireCheckout } from '@/contract/checkout'
import type { CurrencyCode } from '@/domain/data/currencies'

/** Why the currency has stayed: no price in it, a payment under way or made, or no word from the server. */
export type Stayed = 'refused' | 'payment_in_progress' | 'paid' | 'closed' | 'offline'

/**
 * Prices the order in another currency, here at once when the server has done it whole; `beforeShown` is
 * told a moment before. Until then, and when it cannot be done, the old prices stand. Answers why they
 * stayed, or null. Throws nothing.
 */
export async function switchCurrency(
  { store, sync }: { store: CheckoutStore; sync: Sync },
  currency: CurrencyCode,
  beforeShown: () => void,
): Promise<Stayed | null> {
  const { token } = store.getState().checkout
  const body = { state: { currency } }
  store.setState({ isRepricing: true })
  try {
    const repriced = await sync.run(saveCheckout, { params: { token }, body })
    beforeShown()
    adopt(store, repriced)
    return null
  } catch (error) {
    const stayed = await whyItStayed({ store, sync }, error)
    // An answer that was lost on its way may still have been a yes.
    return store.getState().checkout.currency === currency ? null : stayed
  } finally {
    store.setState({ isRepricing: false })
  }
}

async function whyItStayed(
  { store, sync }: { store: CheckoutStore; sync: Sync },
  error: unknown,
): Promise<Stayed> {
  const failure = error instanceof CallFailure ? error : undefined
  const fresh = wireCheckout.safeParse(failure?.refusal.checkout)
  if (fresh.success) adopt(store, fresh.data)
  else await sync.refresh()
  switch (failure?.code) {
    case 'payment_in_progress':
    case 'paid':
    case 'closed':
      return failure.code
    default:
      return navigator.onLine ? 'refused' : 'offline'
  }
}
