import type { i18n as I18n } from 'i18next'
import { loadNamespace } from '@/client/texts/load-namespace'
import { CouponForm } from '@/features/order-summary/coupon-form'
import { FoundCouponList } from '@/features/order-summary/found-coupon-list'

/** The box's texts come with it. */
export const loadCouponTexts = (i18n: I18n): Promise<void> => loadNamespace(i18n, 'coupon')

/** The inside of the coupon box: the codes that were found, and the field for another. */
export function CouponPanel() {
  return (
    <div className="grid gap-4">
      <FoundCouponList />
      <CouponForm />
    </div>
  )
}
