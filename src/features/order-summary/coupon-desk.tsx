import { CouponForm } from '@/features/order-summary/coupon-form'
import { FoundList } from '@/features/order-summary/found-list'

/** The inside of the coupon box: the codes that were found, and the field for another. */
export function CouponDesk() {
  return (
    <div className="grid gap-4">
      <FoundList />
      <CouponForm />
    </div>
  )
}
