import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { currencyCodes } from '@/domain/data/currencies'
import { couponRefusals } from '@/domain/pricing/coupon'
import { coupon } from '@/domain/pricing/coupon-schema'

/**
 * Returns a coupon's terms by name, amounts in major units of the currency, or the reason why this
 * checkout cannot use it.
 */
export const validateCoupon = defineApiCall({
  method: 'POST',
  path: '/api/coupons/validate/',
  query: z.object({ currency: z.enum(currencyCodes) }),
  body: z.object({
    name: z.string().check(z.maxLength(64)),
    token: z.string().check(z.maxLength(100)),
  }),
  response: z.object({
    coupon: z.nullable(coupon),
    error: z.nullable(z.enum(couponRefusals)),
    /** The currencies the coupon has an amount in, if this is not one of them: `EUR, PLN`. */
    currencies: z.optional(z.string()),
  }),
})
