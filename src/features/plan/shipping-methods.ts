import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiClient } from '@/client/api/api-client'
import { shippingMethodsQuery } from '@/client/api/shipping-queries'
import { useApi, useCheckout, useCheckoutState } from '@/client/checkout/checkout-provider'
import { useCachedQuery } from '@/client/checkout/use-cached-query'
import { optimisticState } from '@/client/store/checkout-store'
import { toShippingForm } from '@/domain/address/shipping-form'
import {
  type DisplayedMethod,
  isSameDisplay,
  type ShippingMethod,
} from '@/domain/catalog/shipping-methods'
import type { CurrencyCode } from '@/domain/data/currencies'
import { findPickupPartner } from '@/domain/links/partner-offer'

/** Delivery methods served with a page, with their country and currency. */
export interface ServedMethods {
  country: string
  currency: CurrencyCode
  methods: ShippingMethod[]
}

/** Delivery methods of a country; immediately available if the page was served with them. */
export function useShippingMethods(
  country: string,
  currency: CurrencyCode,
  servedMethods: ServedMethods | undefined,
) {
  const api = useApi()
  const partner = useCheckout(state => findPickupPartner(optimisticState(state)))
  const isServed = servedMethods?.country === country && servedMethods.currency === currency
  const query = useCachedQuery({
    ...shippingMethodsQuery(api, { country, currency, partner }),
    enabled: country !== '',
    ...(isServed && { initialData: servedMethods.methods }),
  })
  const isWaiting = query.fetchStatus === 'paused' && query.isPending
  return {
    methods: query.data,
    // Without a network the request is paused: an error is better than an endless skeleton.
    hasFailed: query.isError || isWaiting,
    retry: () => void query.refetch(),
  }
}

/**
 * Code of the checkout's method for a parcel to this country. The server replaces a method that is
 * not offered, so there is none until it knows the country and the currency.
 */
export function useSelectedMethodCode(country: string): string | undefined {
  const { currency, selectedShippingMethod } = useCheckoutState(
    'currency',
    'selectedShippingMethod',
  )
  const isSaved = useCheckout(
    ({ checkout: { state } }) =>
      toShippingForm(state).shipping_country === country && state.currency === currency,
  )
  return isSaved ? selectedShippingMethod?.code : undefined
}

interface ShownMethod extends DisplayedMethod {
  country: string
}

/**
 * The delivery method as last shown, and whether another country or currency has visibly replaced
 * it. The next choice resets that, and the way back to the first method.
 */
export function useLastShownMethod(methods: ShippingMethod[] | undefined, country: string) {
  const code = useSelectedMethodCode(country)
  const currency = useCheckout(state => optimisticState(state).currency)
  const [shownMethod, setShownMethod] = useState<ShownMethod | null>(null)
  const [replaced, setReplaced] = useState<ShownMethod | null>(null)
  const isOutdated = shownMethod?.country !== country || shownMethod.currency !== currency
  const method = methods?.find(candidate => candidate.code === code)
  if (method) {
    const current = { method, currency, country }
    const isNew = !shownMethod || !isSameDisplay(shownMethod, current)
    if (isNew || isOutdated) setShownMethod(current)
    if (isNew) setReplaced(isOutdated ? (replaced ?? shownMethod) : null)
  }
  const hasChanged = shownMethod && replaced && !isSameDisplay(shownMethod, replaced)
  return { lastShown: shownMethod, hasChanged: hasChanged && !isOutdated }
}

/** Methods that were already requested; undefined while they are unknown. */
export const readCachedMethods = (
  queryClient: QueryClient,
  api: ApiClient,
  country: string,
  currency: CurrencyCode,
): ShippingMethod[] | undefined =>
  queryClient.getQueryData(shippingMethodsQuery(api, { country, currency }).queryKey)
