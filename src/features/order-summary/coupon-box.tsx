import { useTranslation } from 'next-i18next/pages'
import { type ComponentType, useState } from 'react'
import { useCheckout, useCheckoutStore } from '@/client/checkout/checkout-provider'
import { visibleState } from '@/client/store/checkout-store'
import { notify } from '@/client/store/notifications'
import { Disclosure } from '@/ui/disclosure'

/**
 * What was found of codes, and the box for another. It is closed until somebody wants it, and loaded then:
 * an open empty field sends people away to look for a code.
 */
export function CouponBox() {
  const { t, i18n } = useTranslation('common')
  const store = useCheckoutStore()
  const [Inside, setInside] = useState<ComponentType>()
  const { others } = useFound()
  const hasMore = others.length > 0

  const load = (box: HTMLDetailsElement | null) => {
    if (!box?.open || Inside) return
    import('@/features/order-summary/lazy-coupon-form')
      .then(async ({ CouponDesk, bringTexts }) => {
        await bringTexts(i18n)
        setInside(() => CouponDesk)
      })
      .catch(() => {
        // Opening it again tries again.
        box.open = false
        notify(store, 'coupon.notLoaded', { durationMs: 8_000 })
      })
  }

  return (
    <div>
      {hasMore && <FoundLine />}
      <Disclosure
        // It may have been opened before the scripts came.
        ref={load}
        summary={t(hasMore ? 'coupon.choose' : 'coupon.question')}
        onToggle={({ currentTarget }) => load(currentTarget)}
      >
        {Inside ? <Inside /> : <div className="h-[74px] animate-pulse rounded-control bg-line" />}
        <noscript>{t('coupon.noscript')}</noscript>
      </Disclosure>
    </div>
  )
}

/** One line where more codes came along, with the link or as the shop's offers, than the one that counts. */
function FoundLine() {
  const { t } = useTranslation('common')
  const { applied, others } = useFound()
  const isBest = applied && others.every(({ saves }) => saves <= applied.saves)
  return (
    <p className="pb-3 text-ink-2 text-sm">
      {isBest
        ? t('coupon.foundBest', { count: others.length + 1, name: applied.name })
        : t('coupon.found', { count: others.length })}
    </p>
  )
}

/** Of the codes that were found: the one that counts, and others that would save something. */
function useFound() {
  const { coupons_found: found, coupon } = useCheckout(visibleState)
  return {
    applied: found.find(({ name }) => name === coupon?.name),
    others: found.filter(({ name, saves }) => name !== coupon?.name && saves > 0),
  }
}
