import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { stateChange } from '@/contract/checkout'
import { checkoutQuery } from '@/contract/shared'
import { customer } from '@/domain/checkout/customer-schema'

const customerChange = stateChange.shape.customer._zod.def.innerType

/** The stored driver and the version of the checkout that now holds it. */
const storedCustomer = z.object({ ...customer.shape, version: z.int() })

/** Stores the driver, whole and right; `unprocessable` names what is not. */
export const createCustomer = defineApiCall({
  method: 'POST',
  path: '/api/customers/',
  query: checkoutQuery,
  body: customerChange,
  response: storedCustomer,
})

/** Changes the stored driver of this checkout. */
export const changeCustomer = defineApiCall({
  method: 'PATCH',
  path: '/api/customers/[id]/',
  query: checkoutQuery,
  body: customerChange,
  response: storedCustomer,
})

/**
 * Tells the shop's marketing what a customer did. Refusals are answered as everywhere; whoever asked tells
 * their text as the error (SPEC 8) and goes on.
 */
export const trackEvent = defineApiCall({
  method: 'POST',
  path: '/api/customers/track-event/',
  body: z.object({
    email: z.string().check(z.maxLength(400)),
    /** Its name: `add-to-cart`. */
    event: z.string().check(z.regex(/^[\w .:-]{1,100}$/, 'event.shape')),
    /** A plan's id. */
    selected_product: z.optional(z.int()),
    referral_code: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  }),
  response: z.object({ data: z.object({ event: z.string() }) }),
})
