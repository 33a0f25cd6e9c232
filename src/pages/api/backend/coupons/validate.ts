import { validateCoupon } from '@/contract/coupons'
import { notServed, serve } from '@/server/serve'

export default serve(notServed(validateCoupon))
