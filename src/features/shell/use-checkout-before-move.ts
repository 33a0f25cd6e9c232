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
        const isSameCurrency = checkout.currency === previous.currency
        if (isSameCurrency && countryOf(checkout) !== countryOf(previous)) setBefore(previous)
        else if (!isSameCurrency || checkout.quote?.total !== previous.quote?.total)
          setBefore(undefined)
      }),
    [store],
  )
  return before
}

const countryOf = ({ state }: WireCheckout): string => resolveAddressee(state).country
