import { useCheckout, useCheckoutState, usePage } from '@/client/checkout/checkout-provider'
import { useDismissed } from '@/client/checkout/use-dismissed'
import { usePrices } from '@/client/format/use-prices'
import { optimisticQuote } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import { CloseIcon } from '@/ui/icons'

/** The discount that a new customer gets automatically; shown only while it applies. */
export function NewCustomerBanner() {
  const { t } = useTranslation('common')
  const { newCustomerCoupon } = usePage().settings
  const { coupon, currency } = useCheckoutState('coupon', 'currency')
  const discount = useCheckout(optimisticQuote)?.discount
  const prices = usePrices(currency)
  const [isDismissed, dismiss] = useDismissed('banner')
  if (!discount || coupon?.name !== newCustomerCoupon || isDismissed) return null
  return (
    <section
      aria-label={t('coupon.label')}
      className="flex items-center gap-2 rounded-card bg-gold-soft py-1 ps-4 pe-1 text-gold-ink lg:ps-6"
    >
      <p className="grow py-2">{t('banner.newCustomer', { amount: prices.minor(discount) })}</p>
      <button
        type="button"
        aria-label={t('summary.close')}
        onClick={() => dismiss()}
        className="grid size-11 shrink-0 place-items-center rounded-control noscript:hidden"
      >
        <CloseIcon />
      </button>
    </section>
  )
}
