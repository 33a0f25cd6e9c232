import { useCheckoutState } from '@/client/checkout/checkout-provider'
import { useTranslation } from '@/client/texts/use-translation'

/** A sentence about a coupon that can no longer be used; undefined without one. */
export function useLostCoupon(): string | undefined {
  const { t } = useTranslation('common')
  const {
    coupon,
    coupon_refused: refused,
    currency,
  } = useCheckoutState('coupon', 'coupon_refused', 'currency')
  if (!refused || refused.name === coupon?.name) return undefined
  const reason = t(`coupon.lost.${refused.code}`, { name: refused.name, currency })
  return coupon
    ? t('coupon.instead', { reason, name: coupon.name })
    : t('coupon.noneLeft', { reason })
}
