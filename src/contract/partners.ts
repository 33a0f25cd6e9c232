import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'

/**
 * The plan and customer a partner token arranges. Names and email are complete for the checkout
 * that has the token, and masked for every other caller. Wrong, expired and used tokens are all
 * `not_found`.
 */
export const readPartnerToken = defineApiCall({
  method: 'GET',
  path: '/api/partners-tokens/[id]/customer-get/',
  response: z.object({
    years: z.int(),
    product_type: z.enum(['physical', 'digital']),
    customer_email: z.string(),
    customer_first_name: z.string(),
    customer_last_name: z.string(),
    partner: z.string(),
  }),
})

/** Attaches a partner's offer to the checkout. */
export const addPartnerToken = defineApiCall({
  method: 'POST',
  path: '/api/checkout/[token]/add-partner-token/',
  body: z.object({ partner_token: z.string().check(z.maxLength(200)) }),
  response: z.object({ success: z.boolean(), message: z.string() }),
})
