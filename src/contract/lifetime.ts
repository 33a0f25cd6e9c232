import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { createPaymentIntent } from '@/contract/merchant'
import { currencyCodes } from '@/domain/data/currencies'

const token = z.string().check(z.maxLength(100))

/**
 * Upgrades a paid plan to lifetime, charged with a card the provider has collected for it. Request
 * and response are those of the first payment; `order` is the lifetime order.
 */
export const payLifetime = defineApiCall({
  method: 'POST',
  path: '/api/orders/[id]/lifetime/',
  body: z.object({
    token,
    payment_method: z.nullable(z.string().check(z.maxLength(100))),
    confirmation_token: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
    expected_total: z.number(),
    expected_currency: z.enum(currencyCodes),
  }),
  response: createPaymentIntent.response,
})

/**
 * Declines the offer, which is final. Nothing is charged; an attempt that waits for the customer's
 * bank is cancelled.
 */
export const declineLifetime = defineApiCall({
  method: 'PATCH',
  path: '/api/orders/[id]/lifetime/',
  body: z.object({ token, accepted: z.literal(false) }),
  response: z.object({ version: z.int() }),
})
