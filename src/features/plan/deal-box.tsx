import { type RefObject, useRef } from 'react'
import { useCheckout, useCheckoutState, usePage } from '@/client/checkout/checkout-provider'
import { useDates } from '@/client/format/use-dates'
import { usePrices } from '@/client/format/use-prices'
import { useCoupon, useCouponMessage } from '@/client/payments/use-coupon'
import { optimisticState } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import type { Deal } from '@/contract/page'
import { defaultLicense } from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { orderOf } from '@/domain/checkout/quote-of-state'
import { savingOf } from '@/domain/pricing/quote'
import { Button } from '@/ui/button'
import { CheckIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'

/** Seasonal deal on the printed three-year plan, while that plan is chosen. */
export function DealBox() {
  const { deal } = usePage()
  const isOffered = useCheckout(clientState => {
    const state = optimisticState(clientState)
    return state.selectedLicense === defaultLicense && deal !== null && isBeneficial(deal, state)
  })
  return deal && isOffered && <DealOffer {...deal} />
}

/** The deal is shown while it lowers the total or is applied. */
function isBeneficial({ coupon }: Deal, state: CheckoutState): boolean {
  const order = orderOf(state)
  if (!order) return false
  return (
    state.coupon?.name === coupon.name || savingOf(order, coupon) > savingOf(order, state.coupon)
  )
}

function DealOffer(deal: Deal) {
  const { t } = useTranslation('common')
  const { day } = useDates()
  const box = useRef<HTMLElement>(null)
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={t(`deal.${deal.campaign}.name`)}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-card bg-gold-soft px-4 py-3.5 text-gold-ink"
    >
      <div className="min-w-0">
        <DealSaving {...deal} />
        <p className="text-sm" suppressHydrationWarning>
          {t('deal.until', { date: day(deal.until) })}
        </p>
      </div>
      <DealAction deal={deal} box={box} />
    </section>
  )
}

/** Saving of the deal: in total, or compared with the discount it would replace. */
function DealSaving({ campaign, coupon }: Deal) {
  const { t } = useTranslation('common')
  const state = useCheckout(optimisticState)
  const prices = usePrices(state.currency)
  const order = orderOf(state)
  if (!order) return null
  const percent = coupon.amount
  const saving = savingOf(order, coupon)
  const replacedCoupon = state.coupon?.name === coupon.name ? null : state.coupon
  if (!replacedCoupon)
    return (
      <p className="font-semibold">
        {t(`deal.${campaign}.offer`, { percent, amount: prices.minor(saving) })}
      </p>
    )
  const amount = prices.minor(saving - savingOf(order, replacedCoupon))
  return (
    <>
      <p className="font-semibold">{t(`deal.${campaign}.percent`, { percent })}</p>
      <p>{t('deal.lowers', { name: replacedCoupon.name, amount })}</p>
    </>
  )
}

/**
 * The deal's button and its result. Buttons unmount with their state: the focus stays in the box.
 */
function DealAction({ deal, box }: { deal: Deal; box: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('common')
  const { coupon } = useCheckoutState('coupon')
  const { check, apply } = useCoupon('deal')
  const toMessage = useCouponMessage()
  const isApplied = coupon?.name === deal.coupon.name

  const applyDeal = async () => {
    await apply(deal.coupon.name)
    if (document.activeElement === document.body) box.current?.focus()
  }
  return (
    <>
      <div role="status" className="flex items-center gap-1.5 font-semibold empty:hidden">
        {isApplied && (
          <>
            <CheckIcon className="size-4" />
            {t(`deal.${deal.campaign}.applied`)}
          </>
        )}
      </div>
      {!isApplied && (
        <Button variant="secondary" busy={check.state === 'loading'} onClick={applyDeal}>
          {t('deal.use')}
        </Button>
      )}
      {check.state === 'error' && (
        <Notice tone="error" role="alert" className="basis-full text-ink">
          {toMessage(check.message, check)}
        </Notice>
      )}
    </>
  )
}
