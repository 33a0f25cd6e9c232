import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { shippingChange } from '@/contract/checkout'
import { checkoutQuery } from '@/contract/shared'
import type { ShippingMethod } from '@/domain/catalog/shipping-methods'
import { shipping } from '@/domain/checkout/customer-schema'
import { currencyCodes } from '@/domain/data/currencies'

const address = z.extend(shippingChange, {
  shipping_method: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
})

/** The stored address and the checkout's new version. */
const storedShipping = z.object({ ...shipping.shape, version: z.int() })

/** Stores the complete, valid delivery address; `unprocessable` lists the invalid fields. */
export const createShipping = defineApiCall({
  method: 'POST',
  path: '/api/shipping/',
  body: z.extend(address, { checkout: checkoutQuery.shape.checkout }),
  response: storedShipping,
})

/** Updates the checkout's stored address. */
export const changeShipping = defineApiCall({
  method: 'PATCH',
  path: '/api/shipping/[id]/',
  query: checkoutQuery,
  body: address,
  response: storedShipping,
})

const shippingMethod: z.ZodMiniType<ShippingMethod> = z.object({
  code: z.string(),
  name: z.string(),
  price: z.number(),
  min_delivery: z.int(),
  max_delivery: z.int(),
})

/** Shipping methods to a country, soonest first; prices in major units of the currency. */
export const listShippingMethods = defineApiCall({
  method: 'POST',
  path: '/api/shipping/shipping-methods/',
  body: z.object({
    country: z.string().check(z.maxLength(2)),
    // Accepted for older callers; has no effect.
    increased_price: z.optional(z.boolean()),
    currency: z.enum(currencyCodes),
    partner: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  }),
  response: z.object({ shipping_methods: z.array(shippingMethod) }),
})
