import { useTranslation } from 'next-i18next/pages'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { useDates } from '@/client/texts/use-dates'
import { usePrices } from '@/client/texts/use-prices'
import { Fact } from '@/features/thank-you/fact'
import { RefundNotice } from '@/features/thank-you/refund-notice'
import { SummaryList, SummaryRow, SummaryTotal } from '@/ui/summary-list'

/** The second order, as charged. */
export function LifetimeReceipt() {
  const { t } = useTranslation(['thank-you', 'common'])
  const order = useCheckout(({ checkout }) => checkout.lifetime?.order)
  const prices = usePrices(order?.currency ?? 'USD')
  const { day } = useDates()
  const { ownWords } = usePage()
  if (!order?.charged) return null
  const { plan, discount, tax } = order.charged
  const lines = [
    { label: t('common:plan.name.lifetime', { count: 0 }), amount: plan },
    { label: t('lifetime.credit'), amount: -discount },
    { label: t('common:tax.name'), amount: tax },
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 border-line border-t pt-5">
      <dl className="grid gap-1 text-sm">
        <Fact label={t('lifetime.number')} value={order.id} />
        {order.paid_at && (
          <Fact
            label={t('receipt.date')}
            value={day(order.paid_at.slice(0, 10))}
            ownWords={ownWords}
          />
        )}
      </dl>
      <div>
        <SummaryList>
          {lines
            .filter(({ amount }) => amount !== 0)
            .map(({ label, amount }) => (
              <SummaryRow
                key={label}
                label={label}
                amount={<span suppressHydrationWarning>{prices.major(amount)}</span>}
              />
            ))}
        </SummaryList>
        <SummaryTotal
          label={t('lifetime.total')}
          amount={<span suppressHydrationWarning>{prices.major(order.total)}</span>}
          note={t('receipt.currency', { currency: order.currency })}
        />
        <RefundNotice {...order} />
      </div>
    </div>
  )
}
