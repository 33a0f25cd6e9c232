import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { wireCheckout } from '@/contract/checkout'

/**
 * Puts the variants that the testing service has assigned on a checkout. What the shop does not know is dropped;
 * no variant changes a price, and a paid order stays as it is.
 */
export const assignVariants = defineApiCall({
  method: 'POST',
  path: '/api/checkout/[token]/variants/',
  body: z.object({
    variants: z.record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(16))),
  }),
  response: wireCheckout,
})
