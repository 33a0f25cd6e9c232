import { useTranslation } from 'next-i18next/pages'
import { useRef } from 'react'
import { useCheckout, useSync } from '@/client/checkout/checkout-provider'
import { type ClientState, visibleQuote } from '@/client/store/checkout-store'
import { CouponBox } from '@/features/order-summary/coupon-box'
import { CouponRow } from '@/features/order-summary/coupon-row'
import { NotSaved } from '@/features/order-summary/not-saved'
import { DeliveryRow, PlanRow, TaxRow, TravelRows, UrgentRow } from '@/features/order-summary/rows'
import { TotalNews } from '@/features/order-summary/summary-announcer'
import { isMoving, useSummary } from '@/features/order-summary/use-summary'
import { Button } from '@/ui/button'
import { Group } from '@/ui/group'
import { SummaryList, SummaryTotal } from '@/ui/summary-list'

/** What is bought and what it costs, on every step. It adds nothing up: the quote has done so. */
export function OrderSummary() {
  const { t } = useTranslation('common')
  const quote = useCheckout(visibleQuote)
  return <Group heading={t('summary.heading')}>{quote ? <Priced /> : <Unavailable />}</Group>
}

function Unavailable() {
  const { t } = useTranslation('common')
  const sync = useSync()
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      {t('summary.unavailable')}
      <Button look="link" wide={false} onClick={() => void sync.refresh()}>
        {t('coupon.retry')}
      </Button>
    </p>
  )
}

function Priced() {
  const { t, quote, prices } = useSummary()
  const gone = useRef('')
  const busy = useCheckout(isRecalculated)
  const total = prices.minor(quote.total)
  return (
    <>
      <SummaryList busy={busy}>
        <PlanRow />
        <UrgentRow gone={gone} />
        <TravelRows gone={gone} />
        <DeliveryRow />
        <CouponRow gone={gone} />
        <TaxRow />
      </SummaryList>
      {/* A column that is taller than the window never scrolls it away. */}
      <div className="-mt-5 bg-card lg:in-[aside]:sticky lg:in-[aside]:-inset-y-4 lg:in-[aside]:z-1">
        <SummaryTotal
          label={t('summary.total')}
          amount={total}
          note={t('summary.currency', { currency: quote.currency })}
          busy={busy}
        />
      </div>
      <NotSaved />
      <CouponBox />
      <TotalNews total={total} gone={gone} />
    </>
  )
}

/** Whether the server is working out a price that nobody here can know. */
const isRecalculated = (state: ClientState): boolean =>
  state.isRepricing || state.coupon.state === 'loading' || isMoving(state)
