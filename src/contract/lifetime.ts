import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { createPaymentIntent } from '@/contract/merchant'
import { currencyCode } from '@/domain/data/currencies'

const token = z.string().check(z.maxLength(100))

/**
 * Makes a paid plan one for life, charged with a card the provider has collected for this. What is expected, and
 * what is answered, is as with the first payment; the order that is answered is the second one.
 */
export const payLifetime = defineApiCall({
  method: 'POST',
  path: '/api/orders/[id]/lifetime/',
  body: z.object({
    token,
    payment_method: z.nullable(z.string().check(z.maxLength(100))),
    confirmation_token: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
    expected_total: z.number(),
    expected_currency: currencyCode,
  }),
  response: createPaymentIntent.response,
})

/** Says no to the offer, for good. Nothing is charged, and what waits for the customer's bank is called off. */
export const declineLifetime = defineApiCall({
  method: 'PATCH',
  path: '/api/orders/[id]/lifetime/',
  body: z.object({ token, accepted: z.literal(false) }),
  response: z.object({ version: z.int() }),
})
