import { type QueryClient, useQuery } from '@tanstack/react-query'
import { send } from '@/client/call'
import { usePage } from '@/client/provider'
import { listShippingMethods } from '@/contract/shipping'
import type { CurrencyCode } from '@/domain/data/currencies'
import type { ShippingMethod } from '@/domain/delivery'

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
  const isServed = served?.country === country && served.currency === currency
  const query = useQuery({
    queryKey: keyOf(country, currency),
    queryFn: async () => {
      const answer = await send(listShippingMethods, settings.apiKey, {
        body: { country, currency },
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

/** The methods that have been asked for before; undefined while nobody knows them. */
export const knownMethods = (
  queries: QueryClient,
  country: string,
  currency: CurrencyCode,
): ShippingMethod[] | undefined => queries.getQueryData(keyOf(country, currency))
