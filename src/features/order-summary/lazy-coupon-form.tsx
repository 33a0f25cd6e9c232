import type { i18n as I18n } from 'i18next'
import { loadTexts } from '@/client/texts/load-namespace'
import { CouponForm } from '@/features/order-summary/coupon-form'
import { FoundList } from '@/features/order-summary/found-list'

/** The box's texts come with it. */
export const bringTexts = (i18n: I18n): Promise<void> => loadTexts(i18n, 'coupon')

/** The inside of the coupon box: the codes that were found, and the field for another. */
export function CouponDesk() {
  return (
    <div className="grid gap-4">
      <FoundList />
      <CouponForm />
    </div>
  )
}
