import { useEffect, useState } from 'react'
import { useCheckoutStore } from '@/client/checkout/checkout-provider'
import type { WireCheckout } from '@/contract/checkout'
import { resolveAddressee } from '@/domain/checkout/residence'

/**
 * The checkout before the parcel's country or state changed, whose total can be compared with the
 * present one. Undefined again after Continue (or another form), and as soon as something else
 * changes the total.
 */
export function useCheckoutBeforeMove(): WireCheckout | undefined {
  const store = useCheckoutStore()
  const [before, setBefore] = useState<WireCheckout>()
  useEffect(() => {
    const forget = () => setBefore(undefined)
    document.addEventListener('submit', forget)
    const unsubscribe = store.subscribe(({ checkout }, { checkout: last }) => {
      if (planOf(checkout) !== planOf(last)) forget()
      else if (placeOf(checkout) !== placeOf(last)) setBefore(first => first ?? last)
      else if (checkout.quote?.total !== last.quote?.total) forget()
    })
    return () => {
      unsubscribe()
      document.removeEventListener('submit', forget)
    }
  }, [store])
  return before
}

/** What decides delivery and tax. */
const placeOf = ({ state }: WireCheckout): string =>
  resolveAddressee(state).country + state.shipping.state

/** A digital plan empties the address, which is no move. */
const planOf = ({ state, currency }: WireCheckout): string => state.category + currency
