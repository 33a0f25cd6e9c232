import { useTranslation } from 'next-i18next/pages'
import { useDates } from '@/client/dates'
import { usePrices } from '@/client/money'
import { planById } from '@/domain/plans'
import { paidCard, usePaidOrder } from '@/features/thank-you/paid-order'
import { Button } from '@/ui/button'
import { Group } from '@/ui/group'
import { DownloadIcon } from '@/ui/icons'
import { SummaryList, SummaryRow, SummaryTotal } from '@/ui/summary-list'

/** The receipt: the only part of the page that is printed. */
export function Receipt() {
  const { t } = useTranslation('thank-you')
  const { state, order } = usePaidOrder()
  const prices = usePrices(order?.currency ?? state.currency)
  const { day } = useDates()
  if (!order) return null
  const { customer, confirmation_payment_method } = state
  const card = paidCard(confirmation_payment_method)
  return (
    <Group
      heading={t('receipt.heading')}
      side={
        <Button
          look="link"
          wide={false}
          icon={<DownloadIcon />}
          className="print:hidden"
          onClick={() => window.print()}
        >
          {t('receipt.print')}
        </Button>
      }
      className="print:border-0 print:p-0"
    >
      <dl className="grid gap-1 text-sm">
        <Fact label={t('number')} value={order.id} />
        {order.paid_at && (
          <Fact label={t('receipt.date')} value={day(order.paid_at.slice(0, 10))} />
        )}
        <Fact
          label={t('receipt.name')}
          value={`${customer.license_first_name} ${customer.license_last_name}`}
        />
        <Fact label={t('receipt.email')} value={customer.email} />
        {card && <Fact label={t('receipt.card')} value={t('receipt.cardIs', card)} />}
      </dl>
      <SummaryList>
        <Lines />
      </SummaryList>
      <SummaryTotal
        label={t('receipt.total')}
        amount={<span suppressHydrationWarning>{prices.major(order.total)}</span>}
        note={t('receipt.currency', { currency: order.currency })}
      />
      <p className="text-ink-2 text-sm">{t('receipt.seller')}</p>
    </Group>
  )
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div className="flex flex-wrap gap-x-2">
    <dt className="text-ink-2">{label}</dt>
    <dd className="min-w-0 wrap-anywhere">
      <bdi suppressHydrationWarning>{value}</bdi>
    </dd>
  </div>
)

/** The lines as charged, whatever things cost today. */
function Lines() {
  const { t } = useTranslation(['thank-you', 'common'])
  const { state, order } = usePaidOrder()
  const prices = usePrices(order?.currency ?? state.currency)
  const charged = order?.charged
  const plan = charged && planById(state.productList, charged.plan_id)
  if (!charged || !plan) return null
  const lines: [string, number][] = [
    [t(`common:plan.name.${plan.category}`, { count: plan.years ?? 0 }), charged.plan],
    [t('common:urgent.name'), charged.urgent],
    [t('common:delivery.name'), charged.shipping],
    [t('receipt.travel'), charged.travel],
    [t('common:coupon.name', { name: charged.coupon }), -charged.discount],
    [t('common:tax.name'), charged.tax],
  ]
  return lines
    .filter(([, amount]) => amount !== 0)
    .map(([label, amount]) => (
      <SummaryRow
        key={label}
        label={label}
        amount={<span suppressHydrationWarning>{prices.major(amount)}</span>}
      />
    ))
}
