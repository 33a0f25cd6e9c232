import { ApiClientError } from '@/client/api/api-client'
import { acceptServerState, type CheckoutStore } from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import { saveCheckout, wireCheckout } from '@/contract/checkout'
import type { CurrencyCode } from '@/domain/data/currencies'

/**
 * Why the currency was not changed: no price in it, a payment in progress or made, or no response.
 */
export type CurrencySwitchFailure =
  | 'refused'
  | 'payment_in_progress'
  | 'paid'
  | 'closed'
  | 'offline'

/**
 * Prices the order in another currency and shows all new prices together; `onBeforeUpdate` runs
 * just before. Until then, and on failure, the old prices stay. Returns why they stayed, or null.
 * Never throws.
 */
export async function switchCurrency(
  { store, sync }: { store: CheckoutStore; sync: Sync },
  currency: CurrencyCode,
  onBeforeUpdate: () => void,
): Promise<CurrencySwitchFailure | null> {
  store.setState({ isRepricing: true })
  try {
    const repricedCheckout = await sync.run(saveCheckout, { body: { state: { currency } } })
    onBeforeUpdate()
    acceptServerState(store, repricedCheckout)
    return null
  } catch (error) {
    const failure = await handleSwitchError({ store, sync }, error)
    // The change may have succeeded although its response was lost.
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
