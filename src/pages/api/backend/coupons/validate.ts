import { validateCoupon } from '@/contract/coupons'
import { on, serve } from '@/server/api/endpoint'
import { validate } from '@/server/checkout/apply-coupon'

export const config = { api: { bodyParser: false } }

export default serve(on(validateCoupon, validate))
