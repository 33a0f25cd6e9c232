import { useTranslation } from 'next-i18next/pages'
import { useRef } from 'react'
import { useCheckout } from '@/client/provider'
import { type ClientState, visibleQuote } from '@/client/store'
import { CouponBox } from '@/features/order-summary/coupon-box'
import { CouponRow } from '@/features/order-summary/coupon-row'
import { TotalNews } from '@/features/order-summary/news'
import { DeliveryRow, PlanRow, TaxRow, TravelRows, UrgentRow } from '@/features/order-summary/rows'
import { useSummary } from '@/features/order-summary/use-summary'
import { Group } from '@/ui/group'
import { SummaryList, SummaryTotal } from '@/ui/summary-list'

/** What is bought and what it costs, on every step. It adds nothing up: the quote has done so. */
export function OrderSummary() {
  const { t } = useTranslation('common')
  const quote = useCheckout(visibleQuote)
  return (
    <Group heading={t('summary.heading')}>{quote ? <Priced /> : t('summary.unavailable')}</Group>
  )
}

function Priced() {
  const { t, quote, prices } = useSummary()
  const gone = useRef('')
  const busy = useCheckout(isRecalculated)
  const total = prices.minor(quote.total)
  return (
    <>
      <div>
        <SummaryList busy={busy}>
          <PlanRow />
          <UrgentRow gone={gone} />
          <TravelRows gone={gone} />
          <DeliveryRow />
          <CouponRow gone={gone} />
          <TaxRow />
        </SummaryList>
        <SummaryTotal
          label={t('summary.total')}
          amount={total}
          note={t('summary.currency', { currency: quote.currency })}
          busy={busy}
        />
      </div>
      <CouponBox />
      <TotalNews total={total} gone={gone} />
    </>
  )
}

/** Whether the server is working out a price that nobody here can know: delivery and tax follow the address. */
function isRecalculated({ isRepricing, coupon, saving, dirty, checkout }: ClientState): boolean {
  if (isRepricing || coupon.state === 'loading') return true
  const { category = checkout.state.category, shipping, customer } = dirty
  const moved = { ...shipping, ...customer }
  return (
    saving === 'saving' &&
    (category !== checkout.state.category ||
      ['country', 'state', 'country_of_residence'].some(field => field in moved))
  )
}
