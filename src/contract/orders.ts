import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { currencyCode } from '@/domain/data/currencies'

const token = z.string().check(z.maxLength(100))
const id = z.string().check(z.minLength(1), z.maxLength(100))

/** Where an order's money is: nothing taken, the bank waits for the customer, being checked, taken. */
export const orderOutcome = z.enum(['not_charged', 'waiting', 'checking', 'done'])
export type OrderOutcome = z.infer<typeof orderOutcome>

/**
 * Asks the provider about the order's latest payment and says where the money is. Any number of times.
 * With `call_off` a payment that waits for the customer is given up first, and its price is free to change;
 * with `payment`, the provider's id of one, only that: another that was begun since goes on.
 */
export const finishOrder = defineApiCall({
  method: 'POST',
  path: '/api/orders/[id]/checkout/finish/',
  body: z.object({ token, call_off: z.optional(z.boolean()), payment: z.optional(id) }),
  response: z.object({
    id: z.string(),
    outcome: orderOutcome,
    /** Why nothing was charged: the decline's own code. */
    reason: z.nullable(z.string()),
    total: z.number(),
    currency: currencyCode,
  }),
})

/** Corrects where the permit is sent by e-mail after payment; the confirmation goes there too. */
export const changeOrder = defineApiCall({
  method: 'PATCH',
  path: '/api/orders/[id]/',
  query: z.object({ token }),
  body: z.object({ email: z.string().check(z.maxLength(254)) }),
  response: z.object({ id: z.string(), email: z.string(), version: z.int() }),
})
