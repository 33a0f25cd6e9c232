import { useCheckout } from '@/client/checkout/checkout-provider'
import { useDismissed } from '@/client/checkout/use-dismissed'
import { useCurrencyName } from '@/client/format/use-currency-name'
import { usePrices } from '@/client/format/use-prices'
import { useLostCoupon } from '@/client/payments/use-lost-coupon'
import { useTranslation } from '@/client/texts/use-translation'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { VisuallyHidden } from '@/ui/visually-hidden'

type CurrencyChange = NonNullable<CheckoutState['currencyData']>
type Amounts = CurrencyChange['before']

/** Compares the price before and after a currency change, line by line, until the order changes. */
export function LazyCurrencyChangeNotice({ className }: { className: string }) {
  const { state, quote } = useCheckout(({ checkout }) => checkout)
  return (
    state.currencyData &&
    quote && (
      <PriceChangeNotice change={state.currencyData} currentAmounts={quote} className={className} />
    )
  )
}

interface CurrencyChangeProps {
  change: CurrencyChange
  currentAmounts: Amounts
  className?: string
}

function PriceChangeNotice({ change, currentAmounts, className }: CurrencyChangeProps) {
  const { t } = useTranslation('common')
  const { from_value, to_value, before: previousAmounts } = change
  const title = t('currency.now', { currency: useCurrencyName()(to_value) })
  const [isDismissed, dismiss] = useDismissed(`${from_value}-${to_value}-${previousAmounts.total}`)
  // A first visit loads these texts when they are needed.
  if (isDismissed || !title) return null
  return (
    <Notice
      role="group"
      className={className}
      aria-label={title}
      title={title}
      actions={
        <Button variant="link" wide={false} onClick={() => dismiss()}>
          {t('currency.close')}
        </Button>
      }
    >
      <Lines change={change} currentAmounts={currentAmounts} />
      <CouponWithoutAmount />
    </Notice>
  )
}

function Lines({ change, currentAmounts }: CurrencyChangeProps) {
  const { t } = useTranslation('common')
  const { before: previousAmounts } = change
  const labels: Record<keyof Amounts, string> = {
    plan: t('currency.plan'),
    urgent: t('urgent.name'),
    shipping: t('delivery.name'),
    travel: t('currency.travel'),
    discount: t('currency.discount'),
    tax: t('tax.name'),
    total: t('summary.total'),
  }
  const lines = Object.keys(labels) as (keyof Amounts)[]
  const visibleLines = lines.filter(
    line => previousAmounts[line] !== 0 || currentAmounts[line] !== 0 || line === 'total',
  )
  return (
    <dl className="grid gap-1 pt-1">
      {visibleLines.map(line => (
        <div
          key={line}
          className="flex flex-wrap justify-between gap-x-4 last:pt-1 last:font-semibold last:text-ink"
        >
          <dt>{labels[line]}</dt>
          <dd className="ms-auto text-end *:whitespace-nowrap">
            <AmountChange line={line} change={change} currentAmounts={currentAmounts} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Two amounts with an arrow between them; screen readers get words instead. */
function AmountChange({
  line,
  change,
  currentAmounts,
}: CurrencyChangeProps & { line: keyof Amounts }) {
  const { t } = useTranslation('common')
  const { from_value, to_value, before: previousAmounts } = change
  const [previousPrices, currentPrices] = [usePrices(from_value), usePrices(to_value)]
  const sign = line === 'discount' ? -1 : 1
  return (
    <>
      <VisuallyHidden>{t('currency.was')} </VisuallyHidden>
      <bdi>{previousPrices.major(sign * previousAmounts[line])}</bdi>{' '}
      <span aria-hidden="true" className="inline-block rtl:-scale-x-100">
        →
      </span>{' '}
      <VisuallyHidden>{t('currency.is')} </VisuallyHidden>
      <bdi>{currentPrices.major(sign * currentAmounts[line])}</bdi>
    </>
  )
}

/** A coupon without an amount in this currency, and what applies instead. */
function CouponWithoutAmount() {
  const { coupon_refused: refusedCoupon } = useCheckout(({ checkout }) => checkout.state)
  const lostCouponText = useLostCoupon()
  return (
    refusedCoupon?.code === 'currency' &&
    lostCouponText && <p className="pt-1.5">{lostCouponText}</p>
  )
}
