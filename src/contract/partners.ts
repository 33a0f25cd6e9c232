import * as z from 'zod/mini'
import { call } from '@/contract/call'

/** Who a partner sends, and with which plan (SPEC 3); `detail` stands there when the token is refused. */
export const readPartnerToken = call({
  method: 'GET',
  path: '/api/partners-tokens/[id]/customer-get/',
  answer: z.object({
    years: z.int(),
    product_type: z.enum(['physical', 'digital']),
    customer_email: z.string(),
    customer_first_name: z.string(),
    customer_last_name: z.string(),
    partner: z.string(),
  }),
})
