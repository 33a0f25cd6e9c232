import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { orderDetails, orderStatus, orderSummary } from '@/contract/order-details'

// The calls of operators: `Authorization: Bearer` with the shop's OPERATOR_KEY, no `api_key`. A shop
// without a key has none of them.

/** The newest orders first; `next` is the cursor of the next page, null on the last. */
export const listOrders = defineApiCall({
  method: 'GET',
  path: '/api/operator/orders/',
  query: z.object({
    status: z.optional(orderStatus),
    /** Orders that were begun at this time or later, in ISO 8601: a day in UTC, or a time with its zone. */
    since: z.optional(
      z.union([
        z.iso.date(),
        z.iso.datetime({ offset: true }),
        z.iso.datetime({ offset: true, precision: -1 }),
      ]),
    ),
    /** 1 to 100; 50 without it. */
    limit: z.optional(z.string().check(z.regex(/^(?:[1-9]\d?|100)$/))),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  response: z.object({ orders: z.array(orderSummary), next: z.nullable(z.string()) }),
})

/** One order with all that a printer needs. */
export const readOrder = defineApiCall({
  method: 'GET',
  path: '/api/operator/orders/[id]/',
  response: orderDetails,
})

/** The file of a photo, by its type; `original` is the one before the customer's crop. */
export const readOrderPhoto = defineApiCall({
  method: 'GET',
  path: '/api/operator/orders/[id]/photos/[type]/',
  query: z.object({ version: z.optional(z.enum(['cropped', 'original'])) }),
  response: z.custom<Uint8Array>(body => body instanceof Uint8Array),
})

/**
 * Marks a paid order as sent or ready; its checkout is completed and the customer gets a mail. An order
 * with missing photos is refused with `photos_missing`, and those in `missing_photos`, unless
 * `without_photos` is true. A fulfilled order gets another `tracking_number` by the same call, and the
 * customer a mail about it; with the same one, or without one, nothing changes.
 */
export const fulfilOrder = defineApiCall({
  method: 'POST',
  path: '/api/operator/orders/[id]/fulfil/',
  body: z.object({
    tracking_number: z.optional(z.string().check(z.trim(), z.regex(/^\w[\w -]{0,59}$/))),
    without_photos: z.optional(z.boolean()),
  }),
  response: z.object({ order: orderSummary }),
})

/**
 * Refunds a paid order. `amount` in major units, without it all that is left. Repeated with the same
 * `request_key` it refunds once. `requested`: the provider has not confirmed it yet, and the shop goes on
 * asking; `failed`: the provider refused, with its code in `reason`.
 */
export const refundOrder = defineApiCall({
  method: 'POST',
  path: '/api/operator/orders/[id]/refund/',
  body: z.object({
    amount: z.optional(z.number().check(z.positive())),
    request_key: z.string().check(z.regex(/^[\w-]{8,100}$/)),
  }),
  response: z.object({
    refund: z.object({
      amount: z.number(),
      state: z.enum(['requested', 'done', 'failed', 'unknown']),
      reason: z.nullable(z.string()),
    }),
    order: orderSummary,
  }),
})
