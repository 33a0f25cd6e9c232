import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { customerChange } from '@/contract/checkout'
import { checkoutQuery } from '@/contract/shared'
import { customer } from '@/domain/checkout/customer-schema'

/** The stored driver and the checkout's new version. */
const storedCustomer = z.object({ ...customer.shape, version: z.int() })

/** Stores the complete, valid driver; `unprocessable` lists the invalid fields. */
export const createCustomer = defineApiCall({
  method: 'POST',
  path: '/api/customers/',
  query: checkoutQuery,
  body: customerChange,
  response: storedCustomer,
})

/** Updates the checkout's stored driver. */
export const changeCustomer = defineApiCall({
  method: 'PATCH',
  path: '/api/customers/[id]/',
  query: checkoutQuery,
  body: customerChange,
  response: storedCustomer,
})

/**
 * Sends a marketing event about a customer. If it is refused, the caller reports the response's
 * text as the error and continues.
 */
export const trackEvent = defineApiCall({
  method: 'POST',
  path: '/api/customers/track-event/',
  body: z.object({
    email: z.string().check(z.maxLength(400)),
    /** For example `add-to-cart`. */
    event: z.string().check(z.regex(/^[\w .:-]{1,100}$/, 'event.shape')),
    /** A plan's id. */
    selected_product: z.optional(z.int()),
    referral_code: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  }),
  response: z.object({ data: z.object({ event: z.string() }) }),
})
