import { useTranslation } from 'next-i18next/pages'
import { useCheckout, useSync } from '@/client/checkout/checkout-provider'
import { type ClientState, optimisticQuote } from '@/client/store/checkout-store'
import { CouponBox, CouponRow } from '@/features/order-summary/coupon-box'
import { DeliveryRow, PlanRow, TaxRow, TravelRows, UrgentRow } from '@/features/order-summary/rows'
import { SaveProblemStatus } from '@/features/order-summary/save-problem-status'
import {
  isAddressChanging,
  useSummary,
  useTotalAnnouncement,
} from '@/features/order-summary/summary-announcer'
import { Button } from '@/ui/button'
import { Group } from '@/ui/group'
import { LiveRegion } from '@/ui/live-region'
import { SummaryList, SummaryTotal } from '@/ui/summary-list'

/**
 * Order lines and total on every step. All amounts come from the quote; nothing is added up here.
 */
export function OrderSummary() {
  const { t } = useTranslation('common')
  const quote = useCheckout(optimisticQuote)
  return <Group heading={t('summary.heading')}>{quote ? <PricedSummary /> : <Unavailable />}</Group>
}

function Unavailable() {
  const { t } = useTranslation('common')
  const sync = useSync()
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      {t('summary.unavailable')}
      <Button variant="link" wide={false} onClick={() => void sync.refresh()}>
        {t('coupon.retry')}
      </Button>
    </p>
  )
}

function PricedSummary() {
  const { t, quote, prices } = useSummary()
  const isBusy = useCheckout(isRecalculating)
  const total = prices.minor(quote.total)
  const { region, announcement, onRemove } = useTotalAnnouncement(total)
  return (
    <>
      <SummaryList busy={isBusy}>
        <PlanRow />
        <UrgentRow onRemove={onRemove} />
        <TravelRows onRemove={onRemove} />
        <DeliveryRow />
        <CouponRow onRemove={onRemove} />
        <TaxRow />
      </SummaryList>
      {/* Sticky: stays visible in a column that is taller than the window. */}
      <div className="-mt-5 bg-card lg:in-[aside]:sticky lg:in-[aside]:-inset-y-4 lg:in-[aside]:z-1">
        <SummaryTotal
          label={t('summary.total')}
          amount={total}
          note={t('summary.currency', { currency: quote.currency })}
          busy={isBusy}
        />
      </div>
      <SaveProblemStatus />
      <CouponBox />
      <LiveRegion ref={region}>{announcement}</LiveRegion>
    </>
  )
}

/** Whether a new price is pending that only the server can compute. */
const isRecalculating = (state: ClientState): boolean =>
  state.isRepricing || state.coupon.state === 'loading' || isAddressChanging(state)
