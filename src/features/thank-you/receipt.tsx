import type { ReactNode } from 'react'
import { usePage } from '@/client/checkout/checkout-provider'
import { useClock } from '@/client/format/use-clock'
import { useCurrencyName } from '@/client/format/use-currency-name'
import { useDeliveryName } from '@/client/format/use-delivery-texts'
import { usePrices } from '@/client/format/use-prices'
import { useTranslation } from '@/client/texts/use-translation'
import type { WireOrder } from '@/contract/checkout'
import type { OrderReceipt } from '@/contract/page'
import { findPlan, type NamedCategory } from '@/domain/catalog/plans'
import { describeCoupon } from '@/domain/checkout/line-texts'
import type { CurrencyCode } from '@/domain/data/currencies'
import { formatMethodName, parsePaidCard } from '@/domain/payments/payment-method-label'
import { type AmountLine, AmountRows } from '@/ui/amount-rows'
import { Button } from '@/ui/button'
import { Group } from '@/ui/group'
import { ShieldIcon } from '@/ui/icons'
import { DownloadIcon } from '@/ui/later-icons'
import { SummaryList, SummaryRow, SummaryTotal } from '@/ui/summary-list'

interface ReceiptProps {
  receipt: OrderReceipt
  /** Where the printed permit is sent, as a fact. */
  destination?: ReactNode
  /** Ends with the money-back guarantee. */
  hasGuarantee?: boolean
}

/** The receipt: the only part of the page that is printed. */
export function Receipt({ receipt, destination, hasGuarantee = false }: ReceiptProps) {
  const { t } = useTranslation('thank-you')
  const { state, order, lifetime } = receipt
  const prices = usePrices(order?.currency ?? 'USD')
  const { day } = useClock()
  const { statementDescriptor } = usePage().settings
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
      <div>
        <SummaryList>
          <Lines charged={order.charged} state={state} />
        </SummaryList>
        <SummaryTotal
          label={t('receipt.total')}
          amount={<span suppressHydrationWarning>{prices.major(order.total)}</span>}
          note={<CurrencyNote currency={order.currency} />}
        />
        <RefundLine {...order} />
      </div>
      <dl className={factsClassName}>
        {/* On the screen the page shows them elsewhere. */}
        <div className="hidden print:contents">
          <Fact label={t('number')} value={order.id} />
          <Fact
            label={t('receipt.name')}
            value={`${customer.license_first_name} ${customer.license_last_name}`}
          />
          <Fact label={t('receipt.email')} value={customer.email} />
        </div>
        {order.paid_at && (
          <Fact
            label={t(order.total > 0 ? 'receipt.date' : 'receipt.dateFree')}
            value={day(order.paid_at)}
          />
        )}
        {method && <Fact label={t('receipt.card')} value={method} />}
        {destination}
      </dl>
      {lifetime?.order && <LifetimeReceipt order={lifetime.order} />}
      {order.total > 0 && statementDescriptor && (
        <p className="text-ink-2 text-sm">
          {t('receipt.statement', { name: statementDescriptor })}
        </p>
      )}
      {hasGuarantee && (
        <p className="flex gap-2.5 border-line border-t pt-4 text-sm print:hidden">
          <ShieldIcon className="shrink-0 text-accent" />
          <span className="min-w-0">
            <b className="block">{t('guarantee.title')}</b>
            <span className="text-ink-2">{t('guarantee.text')}</span>
          </span>
        </p>
      )}
    </Group>
  )
}

/** Lines as charged, independent of current prices. */
function Lines({ charged, state }: Pick<OrderReceipt, 'state'> & Pick<WireOrder, 'charged'>) {
  const { t } = useTranslation(['thank-you', 'common'])
  const prices = usePrices(charged?.currency ?? 'USD')
  const deliveryName = useDeliveryName(state)
  const { promoCoupon } = usePage().settings
  const plan = charged && findPlan(state.productList, charged.plan_id)
  if (!charged || !plan) return null
  const lines: AmountLine[] = [
    {
      label: t(`common:plan.name.${plan.category as NamedCategory}`, { count: plan.years ?? 0 }),
      amount: charged.plan,
    },
    { label: t('common:urgent.name'), amount: charged.urgent },
    { label: deliveryName, amount: charged.shipping },
    ...buildExtraLines(charged),
    { ...nameCoupon(charged.coupon ?? ''), amount: -charged.discount },
    { label: t('common:tax.name'), amount: charged.tax },
  ]
  return <AmountRows lines={lines} format={prices.major} />

  function nameCoupon(name: string) {
    const { key, values, sub } = describeCoupon(name, { ...state, promoCoupon })
    return { label: t(`common:${key}`, values), ...(sub && { sub }) }
  }

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
function LifetimeReceipt({ order }: { order: WireOrder }) {
  const { t } = useTranslation(['thank-you', 'common'])
  const prices = usePrices(order.currency)
  const { day } = useClock()
  if (!order.charged) return null
  const { plan, discount, tax } = order.charged
  const lines = [
    { label: t('common:plan.name.lifetime', { count: 0 }), amount: plan },
    { label: t('lifetime.credit'), amount: -discount },
    { label: t('common:tax.name'), amount: tax },
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 border-line border-t pt-5">
      <dl className={factsClassName}>
        <Fact label={t('lifetime.number')} value={order.id} />
        {order.paid_at && <Fact label={t('receipt.date')} value={day(order.paid_at)} />}
      </dl>
      <div>
        <SummaryList>
          <AmountRows lines={lines} format={prices.major} />
        </SummaryList>
        <SummaryTotal
          label={t('lifetime.total')}
          amount={<span suppressHydrationWarning>{prices.major(order.total)}</span>}
          note={<CurrencyNote currency={order.currency} />}
        />
        <RefundLine {...order} />
      </div>
    </div>
  )
}

/** Labels and values in two columns. */
const factsClassName = 'grid grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm'

interface FactProps {
  label: string
  /** A text is isolated from the page's direction. */
  value: ReactNode
}

/** One line of the receipt. */
export const Fact = ({ label, value }: FactProps) => (
  <div className="contents">
    <dt className="text-ink-2">{label}</dt>
    <dd className="min-w-0 wrap-anywhere">
      {typeof value === 'string' ? <bdi suppressHydrationWarning>{value}</bdi> : value}
    </dd>
  </div>
)

/** Refunded amount of an order, under its total; nothing without a refund. */
function RefundLine({ currency, refunded, refunded_at }: WireOrder) {
  const { t } = useTranslation('thank-you')
  const { day } = useClock()
  const prices = usePrices(currency)
  if (refunded <= 0) return null
  return (
    <SummaryList className="pt-2.5">
      <SummaryRow
        label={t('receipt.refunded')}
        sub={refunded_at && <bdi suppressHydrationWarning>{day(refunded_at)}</bdi>}
        amount={<span suppressHydrationWarning>{prices.major(-refunded)}</span>}
      />
    </SummaryList>
  )
}

function CurrencyNote({ currency }: { currency: CurrencyCode }) {
  const { t } = useTranslation('common')
  const nameCurrency = useCurrencyName()
  return (
    <span suppressHydrationWarning>
      {t('summary.currency', { currency: nameCurrency(currency) })}
    </span>
  )
}
