import { validateCoupon } from '@/contract/coupons'
import { validate } from '@/server/coupons'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(validateCoupon, validate))
