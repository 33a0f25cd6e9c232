import {
  QueryClient,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import { useCheckoutStore } from '@/client/checkout/checkout-provider'
import type { CheckoutStore } from '@/client/store/checkout-store'

/** How long list responses stay fresh. */
const staleTimeMs = 10_000

const clients = new WeakMap<CheckoutStore, QueryClient>()

/**
 * The tab's cache of responses. It belongs to the checkout's store instead of a provider around all
 * pages, so that a first page loads without react-query.
 */
export function useQueryCache(): QueryClient {
  const store = useCheckoutStore()
  const client =
    clients.get(store) ??
    new QueryClient({ defaultOptions: { queries: { staleTime: staleTimeMs, retry: 1 } } })
  clients.set(store, client)
  return client
}

/** A call's response, from the tab's cache while it is fresh. */
export const useCachedQuery = <Data, Key extends readonly unknown[]>(
  options: UseQueryOptions<Data, Error, Data, Key>,
): UseQueryResult<Data> => useQuery(options, useQueryCache())
