import { ApiClientError } from '@/client/api/api-client'
import { acceptServerState, type CheckoutStore } from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import { saveCheckout, wireCheckout } from '@/contract/checkout'
import type { CurrencyCode } from '@/domain/data/currencies'

/** Why the currency has stayed: no price in it, a payment under way or made, or no word from the server. */
export type CurrencySwitchFailure =
  | 'refused'
  | 'payment_in_progress'
  | 'paid'
  | 'closed'
  | 'offline'

/**
 * Prices the order in another currency, here at once when the server has done it whole; `beforeShown` is
 * told a moment before. Until then, and when it cannot be done, the old prices stand. Answers why they
 * stayed, or null. Throws nothing.
 */
export async function switchCurrency(
  { store, sync }: { store: CheckoutStore; sync: Sync },
  currency: CurrencyCode,
  onBeforeUpdate: () => void,
): Promise<CurrencySwitchFailure | null> {
  const { token } = store.getState().checkout
  const body = { state: { currency } }
  store.setState({ isRepricing: true })
  try {
    const repricedCheckout = await sync.run(saveCheckout, { params: { token }, body })
    onBeforeUpdate()
    acceptServerState(store, repricedCheckout)
    return null
  } catch (error) {
    const failure = await handleSwitchError({ store, sync }, error)
    // An answer that was lost on its way may still have been a yes.
    return store.getState().checkout.currency === currency ? null : failure
  } finally {
    store.setState({ isRepricing: false })
  }
}

async function handleSwitchError(
  { store, sync }: { store: CheckoutStore; sync: Sync },
  error: unknown,
): Promise<CurrencySwitchFailure> {
  const apiError = error instanceof ApiClientError ? error : undefined
  const freshCheckout = wireCheckout.safeParse(apiError?.refusal.checkout)
  if (freshCheckout.success) acceptServerState(store, freshCheckout.data)
  else await sync.refresh()
  switch (apiError?.code) {
    case 'payment_in_progress':
    case 'paid':
    case 'closed':
      return apiError.code
    default:
      return navigator.onLine ? 'refused' : 'offline'
  }
}
