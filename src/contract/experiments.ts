import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { wireCheckout } from '@/contract/checkout'

/**
 * Stores the variants that the testing service has assigned to a checkout. Unknown ones are
 * dropped. No variant changes a price; a paid order does not change.
 */
export const assignVariants = defineApiCall({
  method: 'POST',
  path: '/api/checkout/[token]/variants/',
  body: z.object({
    variants: z.record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(16))),
  }),
  response: wireCheckout,
})
