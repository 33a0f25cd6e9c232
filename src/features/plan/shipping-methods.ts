import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '@/client/api/api-client'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { optimisticState } from '@/client/store/checkout-store'
import { listShippingMethods } from '@/contract/shipping'
import { toShippingForm } from '@/domain/address/shipping-form'
import {
  type DisplayedMethod,
  isSameDisplay,
  type ShippingMethod,
} from '@/domain/catalog/shipping-methods'
import type { CurrencyCode } from '@/domain/data/currencies'
import { findPickupPartner } from '@/domain/links/partner-offer'

/** The methods a page was served with, and for where and in which currency they are. */
export interface ServedMethods {
  country: string
  currency: CurrencyCode
  methods: ShippingMethod[]
}

const buildQueryKey = (country: string, currency: CurrencyCode) => [
  'shipping-methods',
  country,
  currency,
]

/** The ways to send a parcel to a country; there at once when the page was served with them. */
export function useShippingMethods(
  country: string,
  currency: CurrencyCode,
  servedMethods: ServedMethods | undefined,
) {
  const { settings } = usePage()
  const partner = findPickupPartner(useCheckout(optimisticState))
  const isServed = servedMethods?.country === country && servedMethods.currency === currency
  const query = useQuery({
    queryKey: buildQueryKey(country, currency),
    queryFn: async () => {
      const response = await callApi(listShippingMethods, settings.apiKey, {
        body: { country, currency, partner },
      })
      return response.shipping_methods
    },
    enabled: country !== '',
    ...(isServed && { initialData: servedMethods.methods }),
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
export function useSelectedMethodCode(country: string): string | undefined {
  const { currency, selectedShippingMethod } = useCheckout(optimisticState)
  const savedState = useCheckout(({ checkout }) => checkout.state)
  const isSaved =
    toShippingForm(savedState).shipping_country === country && savedState.currency === currency
  return isSaved ? selectedShippingMethod?.code : undefined
}

interface ShownMethod extends DisplayedMethod {
  country: string
}

/**
 * The way the parcel goes, as it was last shown, and whether it has become another one by itself: with another
 * country or currency, and so that the customer sees a difference. The next choice ends that.
 */
export function useLastShownMethod(methods: ShippingMethod[] | undefined, country: string) {
  const code = useSelectedMethodCode(country)
  const currency = useCheckout(state => optimisticState(state).currency)
  const [shownMethod, setShownMethod] = useState<ShownMethod | null>(null)
  const [hasChanged, setChanged] = useState(false)
  const isOutdated = shownMethod?.country !== country || shownMethod.currency !== currency
  const method = methods?.find(candidate => candidate.code === code)
  if (method) {
    const current = { method, currency, country }
    const isNew = !shownMethod || !isSameDisplay(shownMethod, current)
    if (isNew || isOutdated) setShownMethod(current)
    if (isNew) setChanged(shownMethod !== null && isOutdated)
  }
  return { lastShown: shownMethod, hasChanged: hasChanged && !isOutdated }
}

/** The methods that have been asked for before; undefined while nobody knows them. */
export const readCachedMethods = (
  queryClient: QueryClient,
  country: string,
  currency: CurrencyCode,
): ShippingMethod[] | undefined => queryClient.getQueryData(buildQueryKey(country, currency))
