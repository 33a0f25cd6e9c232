import { useTranslation } from 'next-i18next/pages'
import { type ComponentType, useState } from 'react'
import { useCheckoutState, useCheckoutStore } from '@/client/checkout/checkout-provider'
import { notify } from '@/client/store/notifications'
import { Disclosure } from '@/ui/disclosure'

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
          <div className="h-[74px] animate-pulse rounded-control bg-line" />
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
