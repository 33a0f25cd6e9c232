import * as z from 'zod/mini'
import { call } from '@/contract/call'
import { currencyCode } from '@/domain/data/currencies'

const token = z.string().check(z.maxLength(100))

/** Where an order's money is: nothing taken, being checked, taken. */
export const orderOutcome = z.enum(['not_charged', 'checking', 'done'])
export type OrderOutcome = z.infer<typeof orderOutcome>

/** Asks the provider about the order's latest payment and says where the money is. Any number of times. */
export const finishOrder = call({
  method: 'POST',
  path: '/api/orders/[id]/checkout/finish/',
  body: z.object({ token }),
  answer: z.object({
    id: z.string(),
    outcome: orderOutcome,
    /** Why nothing was charged: the decline's own code. */
    reason: z.nullable(z.string()),
    total: z.number(),
    currency: currencyCode,
  }),
})

/** Corrects where the permit is sent by e-mail after payment. */
export const changeOrder = call({
  method: 'PATCH',
  path: '/api/orders/[id]/',
  query: z.object({ token }),
  body: z.object({ email: z.string().check(z.maxLength(254)) }),
  answer: z.object({ id: z.string(), email: z.string(), version: z.int() }),
})
