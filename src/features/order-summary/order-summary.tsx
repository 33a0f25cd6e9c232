import { useTranslation } from 'next-i18next/pages'
import { usePrices } from '@/client/money'
import { useCheckout, useSync } from '@/client/provider'
import { visibleQuote, visibleState } from '@/client/store'
import { selectUrgent } from '@/domain/changes'
import { planById, savedPercent } from '@/domain/plans'
import { Button } from '@/ui/button'
import { Group } from '@/ui/group'
import { LiveRegion } from '@/ui/live-region'
import { Price } from '@/ui/price'
import { SummaryList, SummaryRow, SummaryTotal } from '@/ui/summary-list'

/** What is bought and what it costs, on every step. It adds nothing up: the quote has done so. */
export function OrderSummary() {
  const { t } = useTranslation('common')
  const quote = useCheckout(visibleQuote)
  const prices = usePrices(quote?.currency ?? 'USD')
  if (!quote) return <Group heading={t('summary.heading')}>{t('summary.unavailable')}</Group>
  const total = prices.minor(quote.total)
  return (
    <Group heading={t('summary.heading')}>
      <SummaryList>
        <PlanRow />
        <UrgentRow />
        <DeliveryRow />
        {quote.discount > 0 && <CouponRow />}
        <TaxRow />
      </SummaryList>
      <SummaryTotal
        label={t('summary.total')}
        amount={total}
        note={t('summary.currency', { currency: quote.currency })}
      />
      <LiveRegion>{t('summary.announced', { total })}</LiveRegion>
    </Group>
  )
}

function useSummary() {
  const { t } = useTranslation('common')
  const state = useCheckout(visibleState)
  const quote = useCheckout(visibleQuote)
  const prices = usePrices(state.currency)
  return { t, state, quote, prices }
}

function PlanRow() {
  const { t, state, quote, prices } = useSummary()
  const plan = planById(state.productList, state.selectedLicense)
  if (!plan || !quote) return null
  const percent = savedPercent(plan)
  return (
    <SummaryRow
      label={t(`plan.name.${plan.category}`, { count: plan.years ?? 0 })}
      sub={percent > 0 && t('plan.saveAgainst', { percent, count: plan.years ?? 0 })}
      amount={
        <Price
          wasFirst
          size="base"
          amount={prices.minor(quote.plan)}
          amountLabel={t('plan.price')}
          {...(plan.oldPrice !== null && {
            was: prices.major(plan.oldPrice),
            wasLabel: t('plan.comparison'),
          })}
        />
      }
    />
  )
}

function UrgentRow() {
  const { t, state, quote, prices } = useSummary()
  const sync = useSync()
  if (!state.urgent.selected || !quote) return null
  return (
    <SummaryRow
      label={t('urgent.name')}
      amount={prices.minor(quote.urgent)}
      action={
        <Button
          look="link"
          wide={false}
          aria-label={t('urgent.removeLabel')}
          onClick={() => sync.change(selectUrgent(false))}
        >
          {t('urgent.remove')}
        </Button>
      }
    />
  )
}

function DeliveryRow() {
  const { t, state, quote, prices } = useSummary()
  if (state.category !== 'physical' || !quote) return null
  const method = state.selectedShippingMethod
  return (
    <SummaryRow
      label={t('delivery.name')}
      {...(!method && { sub: t('delivery.later') })}
      amount={method ? shippingText() : '—'}
    />
  )

  function shippingText() {
    return quote && quote.shipping > 0 ? prices.minor(quote.shipping) : t('delivery.free')
  }
}

function CouponRow() {
  const { t, state, quote, prices } = useSummary()
  if (!quote) return null
  return (
    <SummaryRow
      label={t('coupon.name', { name: state.coupon?.name })}
      amount={`−${prices.minor(quote.discount)}`}
    />
  )
}

function TaxRow() {
  const { t, state, quote, prices } = useSummary()
  if (!quote || quote.tax === 0) return null
  const isKnown = state.shipping.id !== null || state.category !== 'physical'
  return (
    <SummaryRow
      label={isKnown ? t('tax.name') : t('tax.estimated')}
      sub={t('tax.rate', { rate: state.tax_group.tax_rate })}
      amount={prices.minor(quote.tax)}
    />
  )
}
