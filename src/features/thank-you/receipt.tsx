import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { useAddressLines } from '@/client/format/use-address-lines'
import { useDates } from '@/client/format/use-dates'
import { usePickupPoint } from '@/client/format/use-delivery-texts'
import { usePrices } from '@/client/format/use-prices'
import { useTranslation } from '@/client/texts/use-translation'
import type { WireCheckout } from '@/contract/checkout'
import type { StaticPageData } from '@/contract/page'
import { findPlan, hasParcel, type NamedCategory } from '@/domain/catalog/plans'
import { formatMethodName, parsePaidCard } from '@/domain/payments/payment-method-label'
import { usePaidOrder } from '@/features/thank-you/use-paid-order'
import { type AmountLine, AmountRows } from '@/ui/amount-rows'
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
  const { ownWords, settings } = usePage()
  const { statementDescriptor } = settings
  if (!order) return null
  const { customer, confirmation_payment_method } = state
  const card = parsePaidCard(confirmation_payment_method)
  const method = card ? t('receipt.cardIs', card) : formatMethodName(confirmation_payment_method)
  return (
    <Group
      heading={t('receipt.heading')}
      side={
        <Button
          variant="link"
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
          <Fact
            label={t(order.total > 0 ? 'receipt.date' : 'receipt.dateFree')}
            value={day(order.paid_at.slice(0, 10))}
            ownWords={ownWords}
          />
        )}
        <Fact
          label={t('receipt.name')}
          value={`${customer.license_first_name} ${customer.license_last_name}`}
        />
        <Fact label={t('receipt.email')} value={customer.email} />
        {hasParcel(state.category) && <Destination />}
        {method && <Fact label={t('receipt.card')} value={method} />}
      </dl>
      <SummaryList>
        <Lines />
      </SummaryList>
      <SummaryTotal
        label={t('receipt.total')}
        amount={<span suppressHydrationWarning>{prices.major(order.total)}</span>}
        note={t('receipt.currency', { currency: order.currency })}
      />
      <RefundNotice {...order} />
      <LifetimeReceipt />
      {order.total > 0 && statementDescriptor && (
        <p className="text-ink-2 text-sm">
          {t('receipt.statement', { name: statementDescriptor })}
        </p>
      )}
    </Group>
  )
}

/** Delivery address or pickup point. */
function Destination() {
  const { t } = useTranslation(['thank-you', 'common'])
  const joinLines = (lines: string[]) =>
    lines.reduce((first, second) => t('common:listed', { first, second }))
  const point = usePickupPoint()
  const lines = useAddressLines()
  if (!point) return <Fact label={t('receipt.deliverTo')} value={joinLines(lines)} />
  const { name, address } = point
  return <Fact label={t('receipt.pickup')} value={joinLines([name, ...address.split('\n')])} />
}

/** Lines as charged, independent of current prices. */
function Lines() {
  const { t } = useTranslation(['thank-you', 'common'])
  const { state, order } = usePaidOrder()
  const prices = usePrices(order?.currency ?? state.currency)
  const charged = order?.charged
  const plan = charged && findPlan(state.productList, charged.plan_id)
  if (!charged || !plan) return null
  const lines: AmountLine[] = [
    {
      label: t(`common:plan.name.${plan.category as NamedCategory}`, { count: plan.years ?? 0 }),
      amount: charged.plan,
    },
    { label: t('common:urgent.name'), amount: charged.urgent },
    { label: t('common:delivery.name'), amount: charged.shipping },
    ...buildExtraLines(charged),
    { label: t('common:coupon.name', { name: charged.coupon }), amount: -charged.discount },
    { label: t('common:tax.name'), amount: charged.tax },
  ]
  return <AmountRows lines={lines} format={prices.major} />

  /** One line per extra with its quantity; a single line if one of them has no name any more. */
  function buildExtraLines({
    travel,
    travel_items: items = [],
  }: NonNullable<typeof charged>): AmountLine[] {
    const namedLines = items.map(({ item_id, quantity, total }) => ({
      label: state.travelItemsData.find(item => item.item_id === item_id)?.name ?? '',
      sub: t('common:summary.quantity', { quantity }),
      amount: total,
    }))
    const hasAllNames = namedLines.length > 0 && namedLines.every(({ label }) => label !== '')
    return hasAllNames ? namedLines : [{ label: t('receipt.travel'), amount: travel }]
  }
}

/** The second order, as charged. */
function LifetimeReceipt() {
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
          <AmountRows lines={lines} format={prices.major} />
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

interface FactProps {
  label: string
  value: string
  /** Attributes of a value in another language than the page. */
  ownWords?: StaticPageData['ownWords']
}

/** One line of the receipt. */
const Fact = ({ label, value, ownWords }: FactProps) => (
  <div className="flex flex-wrap gap-x-2">
    <dt className="text-ink-2">{label}</dt>
    <dd className="min-w-0 wrap-anywhere">
      <bdi {...ownWords} suppressHydrationWarning>
        {value}
      </bdi>
    </dd>
  </div>
)

type Order = NonNullable<WireCheckout['order']>

/** Refunded amount of an order, under its total; nothing without a refund. */
function RefundNotice({ currency, refunded }: Pick<Order, 'currency' | 'refunded'>) {
  const { t } = useTranslation('thank-you')
  const prices = usePrices(currency)
  if (refunded <= 0) return null
  return (
    <SummaryList className="pt-2.5">
      <SummaryRow
        label={t('receipt.refunded')}
        amount={<span suppressHydrationWarning>{prices.major(-refunded)}</span>}
      />
    </SummaryList>
  )
}
