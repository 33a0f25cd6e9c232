import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { currencyCodes } from '@/domain/data/currencies'

const token = z.string().check(z.maxLength(100))
const id = z.string().check(z.minLength(1), z.maxLength(100))

/** Where the money is: not taken, waiting for the customer's bank, being checked, taken. */
export const orderOutcome = z.enum(['not_charged', 'waiting', 'checking', 'done'])
export type OrderOutcome = z.infer<typeof orderOutcome>

/**
 * Asks the provider about the order's latest payment and returns where the money is. Idempotent.
 * `call_off` first cancels a payment that waits for the customer, which allows the price to change.
 * `payment`, a provider's payment id, limits this to that payment: one started since continues.
 */
export const finishOrder = defineApiCall({
  method: 'POST',
  path: '/api/orders/[id]/checkout/finish/',
  body: z.object({ token, call_off: z.optional(z.boolean()), payment: z.optional(id) }),
  response: z.object({
    id: z.string(),
    outcome: orderOutcome,
    /** The provider's decline code, if nothing was charged. */
    reason: z.nullable(z.string()),
    /** Seconds until another payment is allowed, if too many were declined. */
    retry_after: z.optional(z.number()),
    total: z.number(),
    currency: z.enum(currencyCodes),
  }),
})

/** Corrects the permit's email address after payment; the confirmation is sent there too. */
export const changeOrder = defineApiCall({
  method: 'PATCH',
  path: '/api/orders/[id]/',
  query: z.object({ token }),
  body: z.object({ email: z.string().check(z.maxLength(254)) }),
  response: z.object({ id: z.string(), email: z.string(), version: z.int() }),
})
