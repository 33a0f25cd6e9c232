import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { product } from '@/domain/catalog/product-schema'
import { currencyCodes } from '@/domain/data/currencies'

/** The products on offer; `products` limits them to a comma-separated list of ids. */
export const listProducts = defineApiCall({
  method: 'GET',
  path: '/api/products/',
  query: z.object({
    currency: z._default(z.enum(currencyCodes), 'USD'),
    products: z.optional(z.string().check(z.regex(/^\d{1,4}(,\d{1,4}){0,19}$/, 'products.shape'))),
  }),
  response: z.object({ results: z.array(product) }),
})
