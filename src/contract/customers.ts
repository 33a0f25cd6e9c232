import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { customerChange } from '@/contract/checkout'
import { checkoutQuery } from '@/contract/shared'
import { customer } from '@/domain/checkout/customer-schema'
import { nameKinds } from '@/domain/input/latin'
import { maxStoredLength } from '@/domain/input/storable'

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

/** Proposes a name, or a place, in Latin letters as passports print it; null without a proposal. */
export const proposeLatinName = defineApiCall({
  method: 'POST',
  path: '/api/customers/latin-name/',
  body: z.object({
    name: z.string().check(z.maxLength(maxStoredLength.line)),
    /** Of the licence; may be empty. */
    country: z.string().check(z.maxLength(2)),
    kind: z.enum(nameKinds),
  }),
  response: z.object({ latin: z.nullable(z.string()) }),
})
