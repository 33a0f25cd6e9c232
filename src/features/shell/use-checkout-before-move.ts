import { useEffect, useState } from 'react'
import { useCheckoutStore } from '@/client/checkout/checkout-provider'
import type { WireCheckout } from '@/contract/checkout'
import { resolveAddressee } from '@/domain/checkout/residence'

/**
 * The checkout before the parcel's country changed, whose total can be compared with the present
 * one. Undefined again as soon as something else changes the total.
 */
export function useCheckoutBeforeMove(): WireCheckout | undefined {
  const store = useCheckoutStore()
  const [before, setBefore] = useState<WireCheckout>()
  useEffect(
    () =>
      store.subscribe(({ checkout }, { checkout: previous }) => {
        if (isMoved(checkout, previous)) setBefore(previous)
        else if (!isTotalSame(checkout, previous)) setBefore(undefined)
      }),
    [store],
  )
  return before
}

const isMoved = (checkout: WireCheckout, previous: WireCheckout): boolean =>
  checkout.currency === previous.currency && countryOf(checkout) !== countryOf(previous)

const countryOf = ({ state }: WireCheckout): string => resolveAddressee(state).country

const isTotalSame = (checkout: WireCheckout, previous: WireCheckout): boolean =>
  checkout.currency === previous.currency && checkout.quote?.total === previous.quote?.total
