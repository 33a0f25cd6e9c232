import { useEffect, useState } from 'react'
import { useCheckoutStore } from '@/client/checkout/checkout-provider'
import { type ClientState, optimisticState } from '@/client/store/checkout-store'
import type { WireCheckout } from '@/contract/checkout'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { resolveAddressee } from '@/domain/checkout/residence'

/**
 * The checkout before the parcel's country or state changed, whose total can be compared with the
 * present one. Undefined again after Continue, and as soon as the customer changes something else.
 */
export function useCheckoutBeforeMove(): WireCheckout | undefined {
  const store = useCheckoutStore()
  const [before, setBefore] = useState<WireCheckout>()
  useEffect(() => {
    const forget = () => setBefore(undefined)
    const unsubscribe = store.subscribe((next, previous) => {
      const { checkout } = next
      const { checkout: last } = previous
      if (isOtherChange(next, previous) || checkout.currency !== last.currency) forget()
      else if (placeOf(checkout.state) !== placeOf(last.state)) setBefore(first => first ?? last)
      else if (checkout.quote?.total !== last.quote?.total) forget()
    })
    document.addEventListener('submit', forget)
    return () => {
      unsubscribe()
      document.removeEventListener('submit', forget)
    }
  }, [store])
  return before
}

/** Whether the customer has changed an answer other than the place. */
const isOtherChange = (next: ClientState, previous: ClientState): boolean =>
  next.checkout === previous.checkout &&
  next.dirty !== previous.dirty &&
  placeOf(optimisticState(next)) === placeOf(optimisticState(previous))

/** What decides delivery and tax. */
function placeOf(state: CheckoutState): string {
  const { country } = resolveAddressee(state)
  return `${country} ${(state.shipping.country ? state.shipping : state.customer).state}`
}
