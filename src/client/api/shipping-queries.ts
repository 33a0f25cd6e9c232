import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '@/client/api/api-client'
import { listShippingMethods } from '@/contract/shipping'
import type { CurrencyCode } from '@/domain/data/currencies'

/**
 * Delivery methods of a country. The partner is not part of the key: it is the same for the whole
 * checkout.
 */
export const shippingMethodsQuery = (
  api: ApiClient,
  body: { country: string; currency: CurrencyCode; partner?: string | null },
) =>
  queryOptions({
    queryKey: ['shipping-methods', body.country, body.currency],
    queryFn: async () => (await api(listShippingMethods, { body })).shipping_methods,
  })
