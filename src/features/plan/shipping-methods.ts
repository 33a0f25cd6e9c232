import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '@/client/api/api-client'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { visibleState } from '@/client/store/checkout-store'
import { listShippingMethods } from '@/contract/shipping'
import { shippingFormOf } from '@/domain/address/shipping-form'
import { looksSame, type SeenMethod, type ShippingMethod } from '@/domain/catalog/shipping-methods'
import type { CurrencyCode } from '@/domain/data/currencies'
import { pickupPartner } from '@/domain/links/partner-offer'

/** The methods a page was served with, and for where and in which currency they are. */
export interface ServedMethods {
  country: string
  currency: CurrencyCode
  methods: ShippingMethod[]
}

const keyOf = (country: string, currency: CurrencyCode) => ['shipping-methods', country, currency]

/** The ways to send a parcel to a country; there at once when the page was served with them. */
export function useShippingMethods(
  country: string,
  currency: CurrencyCode,
  served: ServedMethods | undefined,
) {
  const { settings } = usePage()
  const partner = pickupPartner(useCheckout(visibleState))
  const isServed = served?.country === country && served.currency === currency
  const query = useQuery({
    queryKey: keyOf(country, currency),
    queryFn: async () => {
      const answer = await send(listShippingMethods, settings.apiKey, {
        body: { country, currency, partner },
      })
      return answer.shipping_methods
    },
    enabled: country !== '',
    ...(isServed && { initialData: served.methods }),
  })
  const isWaiting = query.fetchStatus === 'paused' && query.isPending
  return {
    methods: query.data,
    // Without a network the request waits for it; nobody should look at a skeleton for so long.
    hasFailed: query.isError || isWaiting,
    retry: () => void query.refetch(),
  }
}

/**
 * The method of the checkout for a parcel to this country, by its code. Which one that is where the customer's own is
 * not offered is for the server to say: until it knows the country and the currency, there is none.
 */
export function useMethodFor(country: string): string | undefined {
  const { currency, selectedShippingMethod } = useCheckout(visibleState)
  const saved = useCheckout(({ checkout }) => checkout.state)
  const isSaved = shippingFormOf(saved).shipping_country === country && saved.currency === currency
  return isSaved ? selectedShippingMethod?.code : undefined
}

interface Shown extends SeenMethod {
  country: string
}

/**
 * The way the parcel goes, as it was last shown, and whether it has become another one by itself: with another
 * country or currency, and so that the customer sees a difference. The next choice ends that.
 */
export function useLastShown(methods: ShippingMethod[] | undefined, country: string) {
  const code = useMethodFor(country)
  const currency = useCheckout(state => visibleState(state).currency)
  const [shown, setShown] = useState<Shown | null>(null)
  const [isOther, setOther] = useState(false)
  const isElsewhere = shown?.country !== country || shown.currency !== currency
  const method = methods?.find(known => known.code === code)
  if (method) {
    const now = { method, currency, country }
    const isNew = !shown || !looksSame(shown, now)
    if (isNew || isElsewhere) setShown(now)
    if (isNew) setOther(shown !== null && isElsewhere)
  }
  return { last: shown, isOther: isOther && !isElsewhere }
}

/** The methods that have been asked for before; undefined while nobody knows them. */
export const knownMethods = (
  queries: QueryClient,
  country: string,
  currency: CurrencyCode,
): ShippingMethod[] | undefined => queries.getQueryData(keyOf(country, currency))
