import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { currencyCode } from '@/domain/data/currencies'
import { coupon, couponRefusal } from '@/domain/pricing/coupon'

/** A coupon's terms by its name, amounts in major units of the currency; or why this checkout cannot have it. */
export const validateCoupon = defineApiCall({
  method: 'POST',
  path: '/api/coupons/validate/',
  query: z.object({ currency: currencyCode }),
  body: z.object({
    name: z.string().check(z.maxLength(64)),
    token: z.string().check(z.maxLength(100)),
  }),
  response: z.object({
    coupon: z.nullable(coupon),
    error: z.nullable(couponRefusal),
    /** The currencies it has a discount in, where this is none of them: `EUR, PLN`. */
    currencies: z.optional(z.string()),
  }),
})
