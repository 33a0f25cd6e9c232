import { type ComponentType, useState } from 'react'
import {
  useCheckout,
  useCheckoutState,
  useCheckoutStore,
  usePage,
  useSync,
} from '@/client/checkout/checkout-provider'
import { useLostCoupon } from '@/client/payments/use-lost-coupon'
import { notify } from '@/client/store/notifications'
import { useTranslation } from '@/client/texts/use-translation'
import { hasParcel } from '@/domain/catalog/plans'
import { describeCoupon } from '@/domain/checkout/line-texts'
import { findCouponMismatch } from '@/domain/pricing/coupon'
import {
  focusHeading,
  type RemovableRowProps,
  useSummary,
} from '@/features/order-summary/summary-announcer'
import { Button } from '@/ui/button'
import { Disclosure } from '@/ui/disclosure'
import { Price } from '@/ui/price'
import { SummaryRow } from '@/ui/summary-list'

/**
 * Found codes and the field for another. Closed, and not loaded, until opened: an open empty field
 * makes customers leave to look for a code.
 */
export function CouponBox() {
  const { t, i18n } = useTranslation('common')
  const store = useCheckoutStore()
  const [LazyCouponPanel, setLazyCouponPanel] = useState<ComponentType>()
  const { otherCoupons } = useFoundCoupons()
  const hasMore = otherCoupons.length > 0

  const load = (box: HTMLDetailsElement | null) => {
    if (!box?.open || LazyCouponPanel) return
    import('@/features/order-summary/lazy-coupon-form')
      .then(async ({ CouponPanel, loadCouponTexts }) => {
        await loadCouponTexts(i18n)
        setLazyCouponPanel(() => CouponPanel)
      })
      .catch(() => {
        // Opening it again retries.
        box.open = false
        notify(store, 'coupon.notLoaded', { durationMs: 8_000 })
      })
  }

  return (
    <div>
      {hasMore && <FoundCouponsNote />}
      <Disclosure
        // It may have been opened before hydration.
        ref={load}
        summary={t(hasMore ? 'coupon.choose' : 'coupon.question')}
        onToggle={({ currentTarget }) => load(currentTarget)}
      >
        {LazyCouponPanel ? (
          <LazyCouponPanel />
        ) : (
          <div className="h-[74px] animate-pulse rounded-control bg-line noscript:hidden" />
        )}
        <noscript>{t('coupon.noscript')}</noscript>
      </Disclosure>
    </div>
  )
}

/** Shown when the link or the shop's offers contain more codes than the applied one. */
function FoundCouponsNote() {
  const { t } = useTranslation('common')
  const { appliedCoupon, otherCoupons } = useFoundCoupons()
  const isBest = appliedCoupon && otherCoupons.every(({ saves }) => saves <= appliedCoupon.saves)
  return (
    <p className="pb-3 text-ink-2 text-sm">
      {isBest
        ? t('coupon.foundBest', { count: otherCoupons.length + 1, name: appliedCoupon.name })
        : t('coupon.found', { count: otherCoupons.length })}
    </p>
  )
}

/** Found codes: the applied one, and the others that would save something. */
function useFoundCoupons() {
  const { coupons_found: foundCoupons, coupon } = useCheckoutState('coupons_found', 'coupon')
  return {
    appliedCoupon: foundCoupons.find(({ name }) => name === coupon?.name),
    otherCoupons: foundCoupons.filter(({ name, saves }) => name !== coupon?.name && saves > 0),
  }
}

/** The coupon that applies, one that does not and why, or one that was just removed. */
export function CouponRow({ onRemove }: RemovableRowProps) {
  const { t, state, quote, prices } = useSummary(
    'coupon',
    'coupon_refused',
    'selectedLicense',
    'category',
    'travelItemsInCart',
  )
  const store = useCheckoutStore()
  const sync = useSync()
  const check = useCheckout(({ coupon }) => coupon)
  const { settings } = usePage()
  const lostCouponText = useLostCoupon()
  const { coupon, coupon_refused: refusedCoupon, currency } = state
  const isRemoved = check.state === 'removed' && check.currency === currency
  const removedCoupon = !coupon && !refusedCoupon && isRemoved ? check.coupon : null
  const name = (coupon ?? refusedCoupon ?? removedCoupon)?.name
  if (!name) return null
  const label = t('coupon.name', { name })
  const { key, values, sub } = describeCoupon(name, { coupon, promoCoupon: settings.promoCoupon })
  // A coupon that does not fit the plan takes nothing off; the server refuses it next.
  const misfit =
    coupon &&
    findCouponMismatch(coupon, {
      plan: { id: state.selectedLicense, isPhysical: hasParcel(state.category) },
      travel: state.travelItemsInCart.map(({ item_id }) => item_id),
    })
  const isFree = coupon?.free_shipping && !misfit

  const handleClick = ({ currentTarget }: { currentTarget: Element }) => {
    // The button stays mounted when it can restore the coupon.
    if (!coupon && !removedCoupon) focusHeading(currentTarget)
    if (!removedCoupon) onRemove(t('summary.gone', { what: label }))
    sync.change({ coupon: removedCoupon, coupon_refused: null })
    store.setState({
      coupon: coupon ? { state: 'removed', coupon, currency } : { state: 'none' },
    })
  }

  return (
    <SummaryRow
      label={t(key, values)}
      sub={
        <>
          {sub && <bdi>{`${sub} `}</bdi>}
          {/* A live region must be in the page before its text. */}
          <span role="status">{lostCouponText}</span> {misfit && t(`coupon.misfit.${misfit}`)}
          {removedCoupon && t('coupon.removed')}
          {isFree && t('coupon.free')}
        </>
      }
      amount={quote.discount > 0 && <Price amount={prices.minor(-quote.discount)} />}
      action={
        <Button
          variant="link"
          wide={false}
          aria-label={removedCoupon ? undefined : t('summary.removeLabel', { name })}
          onClick={handleClick}
        >
          {t(removedCoupon ? 'coupon.putBack' : 'urgent.remove')}
        </Button>
      }
    />
  )
}
