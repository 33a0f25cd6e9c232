import type { i18n as I18n } from 'i18next'
import { loadNamespace } from '@/client/texts/load-namespace'
import { CouponForm } from '@/features/order-summary/coupon-form'
import { FoundCouponList } from '@/features/order-summary/found-coupon-list'

/** Texts of the coupon box, loaded with it. */
export const loadCouponTexts = (i18n: I18n): Promise<void> => loadNamespace(i18n, 'coupon')

/** Content of the coupon box: the found codes and the field for another. */
export function CouponPanel() {
  return (
    <div className="grid gap-4">
      <FoundCouponList />
      <CouponForm />
    </div>
  )
}
