import * as z from 'zod/mini'
import { call } from '@/contract/call'

/** Whether the process lives. */
export const health = call({
  method: 'GET',
  path: '/api/health/',
  answer: z.object({ status: z.literal('ok') }),
})

/** Whether it can serve customers: its database answers. */
export const ready = call({
  method: 'GET',
  path: '/api/ready/',
  answer: z.object({ status: z.literal('ready') }),
})

/** Stripe's events; the body is read raw, for its signature. */
export const stripeWebhook = call({
  method: 'POST',
  path: '/api/webhooks/stripe/',
  answer: z.object({ received: z.literal(true) }),
})
