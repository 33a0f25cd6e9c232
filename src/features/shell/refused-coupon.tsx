import { useCheckoutState } from '@/client/checkout/checkout-provider'
import { useDismissed } from '@/client/checkout/use-dismissed'
import { useTranslation } from '@/client/texts/use-translation'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { Banner } from '@/ui/banner'
import { Button } from '@/ui/button'

/** Why the codes of a link cannot be used, one sentence each, dismissed together. */
export function RefusedCoupon({ coupons }: { coupons: CheckoutState['coupons_found'] }) {
  const { t } = useTranslation('common')
  const { currency } = useCheckoutState('currency')
  const [isDismissed, dismiss] = useDismissed(`coupon-${coupons.map(({ name }) => name).join('+')}`)
  if (isDismissed) return null
  return (
    <Banner tone="advice" role="status" label={t('notice.label')}>
      <div>
        {coupons.map(({ name, code, currencies }) => (
          <span key={name} className="block">
            {code && t(`coupon.fromLink.${code}`, { name, currency, currencies })}
          </span>
        ))}
      </div>
      <Button variant="link" wide={false} onClick={() => dismiss()}>
        {t('summary.close')}
      </Button>
    </Banner>
  )
}
