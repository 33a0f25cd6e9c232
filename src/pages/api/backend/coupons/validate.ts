import { validateCoupon } from '@/contract/coupons'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { validateCouponCode } from '@/server/checkout/validate-coupon'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(validateCoupon, validateCouponCode))
